package page

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
