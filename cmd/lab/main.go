// Command lab runs the engine on the command line, for scripts and for curious engineers.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `lab simulates tasks that a client delegates to an A2A agent, and counts what becomes of them.

  lab run SETTING [-days N] [-json]    count one day; or over N days, the setting's own and those after it, give mean, standard
                                       deviation, 5th and 95th percentile, and on how many days all is well
  lab trace SETTING [-task K] [-json]  tell the story of task K, or of every task
  lab why SETTING [-task K]            explain what went wrong with task K, or with every task, and what would have avoided it
  lab compare SETTING SETTING          compare two settings over the same work: scores, and the tasks whose fate changes
  lab map SETTING [-json|-csv]         try every combination of the client's settings: what is cheapest, soonest and does no harm
  lab metrics SETTING [-csv] [-json]   the run as a dashboard would show it: a table, or every minute
  lab wire SETTING -task K [-rpc]      show the HTTP exchanges that task K's story implies; -card shows the agent's card
  lab poster SETTING [-width N] [-height N]
                                       draw the run as an SVG picture, for an article
  lab missions [-json]                 list the missions
  lab judge SETTING [-json]            judge a mission's setting: goals and stars
  lab keys [-json]                     list the keys of a setting

SETTING is what stands after # in the lab's address, or the whole address: 'm=1&drop=subscribe'.
m names a mission, or the sandbox, in which every key is free. Quote it: & means something to a shell.
`

// The exit statuses.
const (
	ok     = 0
	failed = 1 // the setting cannot be run, or the output not written
	wrong  = 2 // the command line or the setting is wrong
)

// A command reads its arguments and writes its answer. An error's text is for a person; a mistake is theirs to mend.
type command func(args []string, out io.Writer) error

var commands = map[string]command{
	"run":      runSetting,
	"trace":    traceSetting,
	"why":      explainSetting,
	"compare":  compareSettings,
	"map":      mapSetting,
	"metrics":  showMetrics,
	"wire":     showWire,
	"poster":   drawPoster,
	"missions": listMissions,
	"judge":    judgeSetting,
	"keys":     listKeys,
}

// mistake is an error in what was typed.
type mistake struct{ error }

func mistakef(format string, args ...any) error { return mistake{fmt.Errorf(format, args...)} }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return wrong
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return ok
	}
	c, known := commands[args[0]]
	if !known {
		fmt.Fprintf(stderr, "lab: there is no command %q: lab help lists them\n", args[0])
		return wrong
	}
	err := c(args[1:], stdout)
	var m mistake
	switch {
	case err == nil:
		return ok
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return ok
	case errors.As(err, &m):
		fmt.Fprintf(stderr, "lab %s: %v\n", args[0], err)
		return wrong
	}
	fmt.Fprintf(stderr, "lab %s: %v\n", args[0], err)
	return failed
}

// parse reads flags before and after the arguments, and returns those.
func parse(flags *flag.FlagSet, args []string) ([]string, error) {
	flags.SetOutput(io.Discard)
	var rest []string
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, mistakef("%w (lab help shows the flags)", err)
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
}

// parseSetting reads flags and the one setting.
func parseSetting(flags *flag.FlagSet, args []string) (engine.Setting, error) {
	rest, err := parse(flags, args)
	switch {
	case err != nil:
		return engine.Setting{}, err
	case len(rest) == 0:
		return engine.Setting{}, mistakef("a setting is missing: try lab %s 'm=1'", flags.Name())
	case len(rest) > 1:
		return engine.Setting{}, mistakef("one setting is expected, but %q follows it: quote the setting, because & means something to a shell", rest[1])
	}
	return readSetting(rest[0])
}

// readSetting reads a setting's text, bare or at the end of a link. On the command line nothing is used instead of what is wrong.
func readSetting(arg string) (engine.Setting, error) {
	text := arg
	if i := strings.LastIndexByte(arg, '#'); i >= 0 {
		text = arg[i+1:]
	} else if i := strings.IndexByte(arg, '?'); i >= 0 {
		text = arg[i+1:]
	} else if strings.Contains(arg, "://") {
		return engine.Setting{}, mistakef("the link has no setting in it: it stands after #")
	}
	s, problems := missions.Parse(text)
	if len(problems) == 0 {
		return s, nil
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Key+": "+p.What+advice(s, p))
	}
	return s, mistakef("the setting is wrong:\n  %s", strings.Join(lines, "\n  "))
}

// advice is what to do about a problem, where its own words do not say it.
func advice(s engine.Setting, p engine.Problem) string {
	k := engine.KeyNamed(p.Key)
	switch {
	case p.Key == engine.StartKey:
		return " (lab missions lists them, beside " + missions.Sandbox + ")"
	case k == nil && p.Key != "setting" && !strings.Contains(p.Key, ", "):
		return " (lab keys lists them)"
	case k != nil && missions.Locked(s, k.Name) && strings.Contains(p.What, "locked"):
		return " (m=" + missions.Sandbox + " frees every key)"
	case k != nil && !strings.Contains(p.What, k.Allowed()):
		return " (it takes " + k.Allowed() + ")"
	}
	return ""
}
