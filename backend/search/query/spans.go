package query

// SpanKind determines the color of a part of a query.
type SpanKind string

// The kinds of spans.
const (
	SpanWord   SpanKind = "word"
	SpanPhrase SpanKind = "phrase"
	SpanRegex  SpanKind = "regex"
	SpanNot    SpanKind = "not"   // the minus
	SpanKey    SpanKind = "key"   // of a filter, with its colon
	SpanValue  SpanKind = "value" // of a filter
	SpanBad    SpanKind = "bad"   // the location of the error
)

// Span is a half-open range of runes of a query. Spans are ordered and do not overlap. They
// do not include white space.
type Span struct {
	From int      `json:"from"`
	To   int      `json:"to"`
	Kind SpanKind `json:"kind"`
}
