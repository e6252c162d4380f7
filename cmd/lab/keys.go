package main

import (
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

// listKeys is lab keys.
func listKeys(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("keys", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print JSON")
	if err := noArguments(flags, args); err != nil {
		return err
	}
	if *asJSON {
		var list []ui.Object
		for i := range engine.Keys {
			list = append(list, keyObject(&engine.Keys[i]))
		}
		return writeJSON(out, list)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tDEFAULT\tTAKES\tMEANS")
	fmt.Fprintf(w, "%s\t%s\t%s\tWhich start the rest differs from.\n", engine.StartKey, missions.All[0].Name, starts())
	for i := range engine.Keys {
		k := &engine.Keys[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, k.Format(k.Default), k.Allowed(), k.Help)
	}
	return w.Flush()
}

// starts names what m can be.
func starts() string {
	s := ""
	for _, m := range missions.All {
		s += m.Name + ", "
	}
	return s[:len(s)-2] + " or " + missions.Sandbox
}

func keyObject(k *engine.Key) ui.Object {
	o := ui.Object{"name", k.Name, "label", k.Label, "group", k.Group.String(), "default", k.Format(k.Default), "takes", k.Allowed()}
	switch k.Form {
	case engine.Choice:
		o = append(o, "values", k.Names)
	case engine.Toggle:
		o = append(o, "values", []string{k.Format(0), k.Format(1)})
	default:
		o = append(o, "least", k.Format(k.Min), "most", k.Format(k.Max), "can_be_off", k.CanBeOff)
	}
	if k.Offered != nil {
		var offered []string
		for _, v := range k.Offered {
			offered = append(offered, k.Format(v))
		}
		o = append(o, "offered", offered)
	}
	return append(o, "means", k.Help)
}
