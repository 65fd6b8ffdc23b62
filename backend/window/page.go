package window

import (
	"bytes"
	"encoding/json"
	"html"
	"net/http"
	"slices"
	"strconv"
)

// page is the data embedded into the window's page, so that it can render before its first
// request: every request costs a round trip through the web view, and the first ones would
// delay the first picture.
type page struct {
	theme theme
	// language is the language of the window.
	language string
	// first are the answers to the page's first requests; nil if there are none.
	first *firstAnswers
}

// firstAnswers are the answers of the methods and addresses with these names.
type firstAnswers struct {
	Settings any             `json:"settings"`
	Link     string          `json:"link"` // a link to start with
	State    json.RawMessage `json:"state,omitempty"`
	Chats    json.RawMessage `json:"chats,omitempty"`
}

// firstChats is the number of chats embedded in the page: more than any screen shows. With
// thousands of chats the whole list takes megabytes, which would be parsed twice before the
// first picture.
const firstChats = 100

// page returns the current data for the page.
func (w *Window) page(r *http.Request) page {
	first := &firstAnswers{
		Settings: w.Settings.Get(),
		Link:     w.takeStartLink(),
		State:    answer(w.api, r, "/api/state"),
		Chats:    answer(w.api, r, "/api/chats?first="+strconv.Itoa(firstChats)),
	}
	return page{w.theme(), w.Language(), first}
}

// answer returns h's answer to a GET of path, or nil for an error: then the page makes the
// request itself and shows the error.
func answer(h http.Handler, r *http.Request, path string) []byte {
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodGet, path, http.NoBody)
	if err != nil {
		return nil
	}
	got := &pageBuffer{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(got, ask)
	if got.status != http.StatusOK {
		return nil
	}
	return got.body.Bytes()
}

// servePage serves the page: theme and language as attributes of its root, and the first
// answers as data at the end of its head.
func servePage(w http.ResponseWriter, r *http.Request, files http.Handler, p page) {
	// The file never changes, but the served page does: it must not be cached.
	r = r.Clone(r.Context())
	r.Header.Del("If-Modified-Since")
	r.Header.Del("If-None-Match")
	file := &pageBuffer{header: w.Header(), status: http.StatusOK}
	files.ServeHTTP(file, r)
	w.Header().Del("Last-Modified")
	w.Header().Set("Cache-Control", "no-store")
	body := file.body.Bytes()
	if file.status == http.StatusOK {
		body = bytes.Replace(body, []byte("<html"), []byte("<html"+p.attributes()), 1)
		body = bytes.Replace(body, []byte("</head>"), append(p.data(), "</head>"...), 1)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Header().Set("X-Content-Type-Options", "nosniff")
	}
	w.WriteHeader(file.status)
	// A write fails only if the window is gone.
	_, _ = w.Write(body)
}

// attributes renders theme and language for the <html> tag, with a leading space.
func (p page) attributes() string {
	if p.language == "" {
		return p.theme.attributes()
	}
	return p.theme.attributes() + ` data-language="` + html.EscapeString(p.language) + `"`
}

// data returns the element with the first answers. They hold text of the histories, which
// is hostile: JSON with every < escaped cannot close the element, and browsers do not run
// this type.
func (p page) data() []byte {
	if p.first == nil {
		return nil
	}
	answers, err := json.Marshal(p.first)
	if err != nil {
		return nil
	}
	return slices.Concat([]byte(`<script type="application/json" id="first">`), answers, []byte("</script>"))
}

// pageBuffer buffers a response that is changed before it is sent.
type pageBuffer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (p *pageBuffer) Header() http.Header            { return p.header }
func (p *pageBuffer) WriteHeader(status int)         { p.status = status }
func (p *pageBuffer) Write(data []byte) (int, error) { return p.body.Write(data) }
