package figures

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"dendro/backend/transcript"
)

// Prices is a table of what models cost, in US dollars per million tokens.
type Prices struct {
	Source string  `json:"source"`
	Date   string  `json:"date"` // when the source said so
	Prices []Price `json:"prices"`

	rows map[string][]Price // by model
}

// Price is what the tokens of a model cost. The last price of a model that fits counts.
type Price struct {
	Model string `json:"model"` // without the date of its version
	From  string `json:"from"`  // the first day, in UTC; "": any
	Over  int64  `json:"over"`  // for prompts of more tokens than this

	Input        float64 `json:"input"`
	Output       float64 `json:"output"`
	CacheWrite5m float64 `json:"cacheWrite5m"`
	CacheWrite1h float64 `json:"cacheWrite1h"`
	CacheRead    float64 `json:"cacheRead"`

	from int64 // Unix milliseconds
}

// maxPrice limits a price, so that no sum of costs is infinite.
const maxPrice = 1_000_000

//go:embed prices.json
var published []byte

// Published returns the prices that this version knows of.
func Published() *Prices {
	p, err := ParsePrices(published)
	if err != nil {
		panic(err) // a test reads them
	}
	return p
}

// ParsePrices decodes a table of prices.
func ParsePrices(data []byte) (*Prices, error) {
	p := &Prices{rows: map[string][]Price{}}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	for i, price := range p.Prices {
		if price.From != "" {
			day, err := time.Parse(time.DateOnly, price.From)
			if err != nil {
				return nil, fmt.Errorf("price %d (%s): from must be a date such as 2026-01-31, not %q", i+1, price.Model, price.From)
			}
			price.from = day.UnixMilli()
		}
		for _, n := range [...]float64{price.Input, price.Output, price.CacheWrite5m, price.CacheWrite1h, price.CacheRead} {
			if n < 0 || n > maxPrice {
				return nil, fmt.Errorf("price %d (%s): a price must be from 0 to %d", i+1, price.Model, maxPrice)
			}
		}
		if price.Model == "" {
			return nil, fmt.Errorf("price %d names no model", i+1)
		}
		p.rows[price.Model] = append(p.rows[price.Model], price)
	}
	return p, nil
}

// Override returns the prices with those of o in the place of the same models'. It names
// both sources.
func (p *Prices) Override(o *Prices) *Prices {
	all := &Prices{Source: p.Source + ", " + o.Source, Date: p.Date, rows: map[string][]Price{}}
	for model, rows := range p.rows {
		all.rows[model] = rows
	}
	for model, rows := range o.rows {
		all.rows[model] = rows
	}
	return all
}

// versioned matches a model's name as services write it: bedrock's "us.anthropic.NAME-v1:0",
// the date of a version, the option of a larger window.
var versioned = regexp.MustCompile(`^(?:[a-z-]+\.)*(?:anthropic[./])?(.+?)(?:[-@]\d{8})?(?:-v\d+(?::\d+)?)?(?:\[1m\])?$`)

// of returns the prices of a model, nil if they are unknown.
func (p *Prices) of(model string) []Price {
	if rows, ok := p.rows[model]; ok {
		return rows
	}
	if m := versioned.FindStringSubmatch(strings.ToLower(model)); m != nil {
		if rows, ok := p.rows[m[1]]; ok {
			return rows
		}
		return p.rows[strings.TrimSuffix(m[1], "-0")] // claude-opus-4-0 is an alias
	}
	return nil
}

// cost returns the estimated price of a response in US dollars.
func cost(rows []Price, u transcript.Usage, ms int64) float64 {
	var with *Price
	prompt := u.In + u.CacheRead + u.CacheWrite
	for i := range rows {
		p := &rows[i]
		fits := ms >= p.from && (p.Over == 0 || prompt > p.Over)
		if fits || with == nil && p.Over == 0 { // older responses have the oldest price
			with = p
		}
	}
	if with == nil {
		return 0
	}
	return (float64(u.In)*with.Input + float64(u.Out)*with.Output + float64(u.CacheRead)*with.CacheRead +
		float64(u.CacheWrite-u.CacheWrite1h)*with.CacheWrite5m + float64(u.CacheWrite1h)*with.CacheWrite1h) / 1e6
}
