package main

import "a2alab/browsertests/lab"

// state is one situation to take pictures of.
type state struct {
	name    string
	path    string // what follows the site's address: a path, a fragment or both
	options lab.Options
	steps   func(*lab.Tab) // what to do before the picture, if anything
	whole   bool           // the whole length of the page, not only what is in view
}

var states = []state{
	{name: "start"},
	{name: "start-whole", whole: true},
	{name: "start-dark", options: lab.Options{Dark: true}},
	{name: "no-webgl", options: lab.Options{NoWebGL: true}},
	{name: "no-script", options: lab.Options{NoScript: true}},
	{name: "not-found", path: "no/such/page", options: lab.Options{NoScript: true, Expect: []string{"404"}}},
}
