package page

import (
	"fmt"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
)

// An Agreement is a setting that was run both by the engine and on the official SDK, and how the two compare. The table
// (Agreements) is written by the tests of sdkcheck, which fail if it is not what they find or if a difference has no reason.
type Agreement struct {
	Setting string // its text
	Items   int
	Alike   int // items whose whole story is the same, request by request and to the millisecond
	Rows    []AgreementRow
}

// An AgreementRow compares one measure, summed over the items. Real − Simulated is the sum of the changes in Because.
type AgreementRow struct {
	Measure         string
	Unit            string // empty for a count
	Simulated, Real int64
	Because         []Because
}

// A Because is a reason for a difference: what it changes, item by item, was computed by the engine and then found so.
type Because struct {
	Items  int // that it concerns
	Change int64
	Reason string
}

// text writes a number of the row.
func (r *AgreementRow) text(n int64) string {
	if r.Unit == "ms" {
		return missions.Span(engine.Time(n))
	}
	return strconv.FormatInt(n, 10)
}

func (b *Because) text(r *AgreementRow) string {
	sign, change := "+", b.Change
	if change < 0 {
		sign, change = "−", -change
	}
	return sign + r.text(change) + " in " + many(b.Items, "task") + ": " + b.Reason + "."
}

func alike(a *Agreement) string {
	if a.Alike == a.Items {
		return fmt.Sprintf(": all %d tasks alike, request by request and to the millisecond", a.Items)
	}
	return fmt.Sprintf(": %d of %d tasks alike, request by request and to the millisecond", a.Alike, a.Items)
}

// rulesOf counts the model's rules of a kind.
func rulesOf(kind engine.RuleKind) (n int) {
	for _, r := range engine.Rules {
		if r.Kind == kind {
			n++
		}
	}
	return n
}

func whose(r *engine.Rule) string {
	switch r.Kind {
	case engine.Specified:
		return "the specification’s, " + r.Section
	case engine.AsFound:
		return "as the SDK does it"
	}
	return "our assumption"
}
