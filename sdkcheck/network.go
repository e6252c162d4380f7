package sdkcheck

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"

	"a2alab/engine"
)

// The hosts of the network.
const (
	agentHost  = "agent.example"
	clientHost = "client.example"
)

var errRefused = errors.New("connection refused")

// A network connects by name and in memory, and fails when it is told to.
type network struct {
	refuses  func(host string) bool // no connection is to be had at this instant
	loopback bool                   // connections are real ones, over the loopback interface

	mu        sync.Mutex
	listeners map[string]net.Listener
	links     map[*link]struct{}
}

// A link is an open connection. What breaks it breaks both of its ends at once; nothing is under way between them.
type link struct {
	host           string
	item           int // whose stream or blocking call it carries, or noItem
	client, server net.Conn
}

const noItem = -1

func newNetwork() *network {
	return &network{refuses: func(string) bool { return false }, listeners: map[string]net.Listener{}, links: map[*link]struct{}{}}
}

type itemKey struct{}

// forItem marks what is dialled in the context as the item's own connection, which the item's cuts break.
func forItem(ctx context.Context, item int) context.Context {
	return context.WithValue(ctx, itemKey{}, item)
}

type deafKey struct{}

// losingAnswer marks what is dialled in the context as a connection on which the request arrives and the answer does not.
func losingAnswer(ctx context.Context) context.Context {
	return context.WithValue(ctx, deafKey{}, true)
}

// dial opens a connection to the host of an address.
func (n *network) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	l := n.listeners[host]
	n.mu.Unlock()
	if l == nil || n.refuses(host) {
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: errRefused}
	}
	client, server, err := connect(ctx, l)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: errRefused}
	}
	k := &link{host: host, item: noItem, client: client, server: server}
	if item, ok := ctx.Value(itemKey{}).(int); ok {
		k.item = item
	}
	n.mu.Lock()
	n.links[k] = struct{}{}
	n.mu.Unlock()
	end := end{Conn: k.client, closed: func() {
		n.mu.Lock()
		delete(n.links, k)
		n.mu.Unlock()
	}}
	if ctx.Value(deafKey{}) != nil {
		return &deaf{Conn: end}, nil
	}
	return end, nil
}

// connect makes both ends of a connection to a listener; of a real one, the other end is the server's own affair.
func connect(ctx context.Context, to net.Listener) (client, server net.Conn, err error) {
	l, ok := to.(*listener)
	if !ok {
		client, err = new(net.Dialer).DialContext(ctx, "tcp", to.Addr().String())
		return client, nil, err
	}
	client, server = net.Pipe()
	select {
	case l.arriving <- server:
		return client, server, nil
	case <-l.done:
		return nil, nil, errRefused
	}
}

// cut breaks the links that match.
func (n *network) cut(match func(*link) bool) {
	n.mu.Lock()
	var broken []*link
	for k := range n.links {
		if match(k) {
			broken = append(broken, k)
			delete(n.links, k)
		}
	}
	n.mu.Unlock()
	for _, k := range broken {
		k.client.Close()
		if k.server != nil {
			k.server.Close()
		}
	}
}

// listen opens a host.
func (n *network) listen(host string) (net.Listener, error) {
	var l net.Listener = &listener{host: host, arriving: make(chan net.Conn), done: make(chan struct{})}
	if n.loopback {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, err
		}
	}
	n.mu.Lock()
	n.listeners[host] = l
	n.mu.Unlock()
	return l, nil
}

// transport is HTTP over the network. Kept connections serve one request after the other; the others are closed behind each.
func (n *network) transport(keep bool) *http.Transport {
	return &http.Transport{DialContext: n.dial, DisableKeepAlives: !keep, MaxIdleConnsPerHost: 4}
}

// end is a client's end of a link.
type end struct {
	net.Conn
	closed func()
}

func (e end) Close() error {
	e.closed()
	return e.Conn.Close()
}

// deaf is a client's end that loses the answer when it comes.
type deaf struct{ net.Conn }

func (d *deaf) Read(b []byte) (int, error) {
	if _, err := d.Conn.Read(b); err != nil {
		return 0, err
	}
	d.Conn.Close()
	return 0, io.ErrUnexpectedEOF
}

type listener struct {
	host     string
	arriving chan net.Conn
	done     chan struct{}
	once     sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arriving:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *listener) Addr() net.Addr { return name(l.host) }

type name string

func (name) Network() string  { return "memory" }
func (n name) String() string { return string(n) }

// outage tells whether the receiver is out at an instant.
func outage(s *engine.Setting, at engine.Time) bool {
	return s.Outage != engine.Never && s.OutageAt <= at && at < s.OutageAt+s.Outage
}
