package main

import (
	"errors"
	"flag"
	"io"

	"a2alab/engine"
	"a2alab/wire"
)

// showWire is lab wire.
func showWire(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("wire", flag.ContinueOnError)
	task := flags.Int("task", 0, "show the exchanges of task `K`, counted from 1")
	card := flags.Bool("card", false, "show the agent's card instead")
	rpc := flags.Bool("rpc", false, "show them in the JSON-RPC binding instead of HTTP+JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	if *card {
		_, err := io.WriteString(out, wire.Text([]wire.Exchange{wire.Card(&s)}))
		return err
	}
	if *task == 0 {
		return mistake{errors.New("wire shows the exchanges of one task: say which with -task K, or -card for the agent's card")}
	}
	from, _, err := chosen(flags, *task, s)
	if err != nil {
		return err
	}
	binding := wire.HTTPJSON
	if *rpc {
		binding = wire.JSONRPC
	}
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		return err
	}
	_, err = io.WriteString(out, wire.Text(wire.Exchanges(&tr, from, binding)))
	return err
}
