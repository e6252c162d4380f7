// Package browsertests tests the lab in a real browser, against the real server.
package browsertests

import (
	"fmt"
	"os"
	"testing"

	"a2alab/browsertests/lab"
)

// site is the server under test.
var site *lab.Site

func TestMain(m *testing.M) {
	var err error
	if site, err = lab.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	lab.CloseBrowsers()
	site.Close()
	os.Exit(code)
}
