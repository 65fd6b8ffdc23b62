package search_test

import (
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dendro/backend/internal/corpus"
	"dendro/backend/jsonl"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// benchCorpus returns a cached corpus of DENDRO_BENCH_MB megabytes, 64 by default.
func benchCorpus(b *testing.B) string {
	b.Helper()
	mb := 64
	if s := os.Getenv("DENDRO_BENCH_MB"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		mb = n
	}
	dir := filepath.Join(os.TempDir(), "dendro-corpus-"+strconv.Itoa(mb))
	if _, err := os.Stat(filepath.Join(dir, "done")); err == nil {
		return dir
	}
	if _, err := corpus.Write(dir, int64(mb)<<20, 1); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "done"), nil, 0o600); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkDecode measures a scan without an index.
func BenchmarkDecode(b *testing.B) { benchRead(b, false) }

// BenchmarkBuild measures a scan with an index.
func BenchmarkBuild(b *testing.B) { benchRead(b, true) }

func benchRead(b *testing.B, index bool) {
	paths := sessionFiles(b, benchCorpus(b))
	var d transcript.Decoder
	buffer := jsonl.NewBuffer(1 << 20)
	builder := search.NewBuilder()
	b.ResetTimer()
	for b.Loop() {
		x := search.NewIndex(nil)
		var raw int64
		for _, path := range paths {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			stat, _ := f.Stat()
			raw += stat.Size()
			builder.Begin(path)
			lines := jsonl.NewLines(io.Reader(f), 0, buffer)
			for lines.Next() {
				if r, err := d.Decode(lines.Line().Text); err == nil && index {
					builder.Add(lines.Line(), r)
				}
			}
			_ = f.Close()
			if index {
				x.Put(builder.End(stat.Size(), stat.ModTime()))
			}
		}
		b.SetBytes(raw)
		if s := x.Stats(); index {
			b.ReportMetric(float64(s.Bytes)/float64(raw), "index/raw")
			b.ReportMetric(float64(s.TextBytes)/float64(raw), "text/raw")
			b.ReportMetric(float64(s.TextBytes)/float64(s.Blocks), "text/block")
			b.ReportMetric(float64(s.Blocks), "blocks")
		}
	}
}

// BenchmarkSearch measures the time to the first 50 hits by class of query.
func BenchmarkSearch(b *testing.B) {
	w := load(b, benchCorpus(b))
	rng := rand.New(rand.NewPCG(1, 2))
	classes := benchQueries(rng, w)
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		b.Run(name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				for _, src := range classes[name] {
					start := time.Now()
					w.search(b, src, search.Options{})
					times = append(times, time.Since(start))
				}
			}
			slices.Sort(times)
			ms := func(p int) float64 { return float64(times[len(times)*p/100].Microseconds()) / 1000 }
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ms(50), "p50-ms")
			b.ReportMetric(ms(99), "p99-ms")
		})
	}
}

// benchQueries creates queries of each class from texts of the corpus.
func benchQueries(rng *rand.Rand, w *world) map[string][]string {
	ref := &reference{w: w, folded: map[string]string{}}
	keys := slices.Sorted(maps.Keys(w.infos))
	for range 12 {
		key := keys[rng.IntN(len(keys))]
		if data, err := os.ReadFile(key); err == nil && len(data) < 4<<20 {
			ref.file(w.infos[key], data)
		}
	}
	classes := map[string][]string{
		"absent": {"qzxvkw", "zzyzxq unheard", "ﬁnxyzw", "绝无此词语", `"no such phrase anywhere"`},
		"common": {"error", "test", "the", "return", "func"},
		"prefix": {"u", "us", "use", "useE", "useEf", "useEff", "e", "er", "err"},
	}
	for n := 0; n < 4000 && len(ref.records) > 0; n++ {
		rec := &ref.records[rng.IntN(len(ref.records))]
		if len(rec.texts) == 0 {
			continue
		}
		text := rec.texts[rng.IntN(len(rec.texts))].text
		add := func(class, q string) {
			if len(classes[class]) < 20 && utf8.RuneCountInString(q) > 4 {
				classes[class] = append(classes[class], q)
			}
		}
		w := word(rng, text)
		switch {
		case w == "":
		case isCJK(w):
			add("cjk", quote(pick(rng, w, 6, 13)))
		case n%4 == 0:
			add("word", w)
		case n%4 == 1:
			add("substring", quote(pick(rng, w, 4, 9)))
		case n%4 == 2:
			add("phrase", quote(pick(rng, text, 15, 40)))
		default:
			if _, after, ok := strings.Cut(text, w+" "); ok {
				if next := strings.Fields(after); len(next) > 0 {
					add("regex", "/"+regexQuote(w)+`\W+`+regexQuote(next[0])+"/")
				}
			}
		}
	}
	return classes
}

func isCJK(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x3000 && r < 0xa000
}
