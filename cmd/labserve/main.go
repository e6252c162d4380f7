// Command labserve serves the A2A Task Lab, or writes it as plain files for another host. Everything
// it serves is inside the program.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"

	"a2alab/web"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "labserve:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, logs io.Writer) error {
	flags := flag.NewFlagSet("labserve", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // errors are main's to print, once
	addr := flags.String("addr", "127.0.0.1:8080", "listen on this `host:port`; port 0 takes any free one")
	version := flags.Bool("version", false, "say what was built and exit")
	ancestors := flags.String("frame-ancestors", "*", "whose pages may show /embed/ in a frame: * for every site's, none for no other site's, or `origins`\n"+
		"such as 'https://example.org https://blog.example.org'; the lab's own pages always may")
	hub := flags.String("hub", "", "list the labs of this `file` at /hub/, instead of this lab alone")
	posters := flags.String("posters", "", "draw the pictures that stand for embedded labs until they are loaded: a `file` with the\nsettings that articles show, one in each line")
	offline := flags.Bool("offline", true, "let browsers keep a visited lab for times without a network; -offline=false takes back the copies they have")
	export := flags.String("export", "", "write the whole site into this `folder` as plain files, for any static host, and exit")
	at := flags.String("at", "", "with -export: the site's `path` on its host, such as /a2a/; only 404.html needs to know it")
	verbose := flags.Bool("v", false, "log requests for files, too, not only for pages")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "labserve serves the A2A Task Lab, or with -export writes it as plain files. Flags:")
		flags.SetOutput(out)
		flags.PrintDefaults()
		return nil
	} else if err != nil {
		return fmt.Errorf("%w (labserve -h lists the flags)", err)
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: labserve takes flags only (labserve -h lists them)", flags.Arg(0))
	}

	logger := log.New(logs, "", log.LstdFlags)
	options := web.Options{FrameAncestors: *ancestors, NoOffline: !*offline, Warn: func(text string) { logger.Print(text) }}
	for _, file := range []struct {
		name, holds string
		into        *[]byte
	}{{*hub, "labs", &options.Hub}, {*posters, "posters", &options.Posters}} {
		if file.name == "" {
			continue
		}
		text, err := os.ReadFile(file.name)
		if err != nil {
			return fmt.Errorf("cannot read the file of %s: %w", file.holds, err)
		}
		*file.into = text
	}
	site, err := web.New(options)
	if err != nil {
		return err
	}
	if *version {
		fmt.Fprintln(out, site.Version())
		return nil
	}
	if *export != "" {
		if err := site.Export(*export, *at); err != nil {
			return err
		}
		fmt.Fprintf(out, "The site is in %s: serve that folder as it is\n", *export)
		return nil
	}
	if *at != "" {
		return errors.New("-at says where an export will stand: it goes with -export")
	}
	listener, err := net.Listen("tcp", *addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is already in use: stop the program that listens there, or choose another port, such as -addr 127.0.0.1:8081", *addr)
	}
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w: choose another address with -addr host:port", *addr, err)
	}
	fmt.Fprintf(out, "The A2A Task Lab is at %s (stop it with Ctrl+C)\n", address(listener.Addr()))

	return site.Serve(ctx, listener, logger, *verbose)
}

// address is what to type into a browser to reach the listener.
func address(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
