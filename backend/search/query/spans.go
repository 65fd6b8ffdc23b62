package query

// SpanKind says how a part of a query is to be coloured.
type SpanKind string

// The kinds of spans.
const (
	SpanWord   SpanKind = "word"
	SpanPhrase SpanKind = "phrase"
	SpanRegex  SpanKind = "regex"
	SpanNot    SpanKind = "not"   // the minus
	SpanKey    SpanKind = "key"   // of a filter, with its colon
	SpanValue  SpanKind = "value" // of a filter
	SpanBad    SpanKind = "bad"   // what the error is about
)

// Span is a part of a query, in runes, half-open. Spans stand in order and do
// not overlap; white space is in none.
type Span struct {
	From int      `json:"from"`
	To   int      `json:"to"`
	Kind SpanKind `json:"kind"`
}
