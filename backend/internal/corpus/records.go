package corpus

import "fmt"

// prompt writes a prompt; one in fifty has an image.
func (s *session) prompt() {
	s.text = appendText(s.text[:0], s.rng, s.pool.prose, s.length(140, 8e3))
	if s.title == nil {
		s.title = s.pool.prose[s.rng.IntN(pieces)]
	}
	s.line = fmt.Appendf(s.line, `{"type":"file-history-snapshot","messageId":"%s","snapshot":{"trackedFileBackups":{}},"isSnapshotUpdate":false}`, s.uuid())
	s.put(false)
	s.open("user")
	s.line = append(s.line, `,"message":{"role":"user","content":`...)
	if s.rng.IntN(50) == 0 {
		s.line = append(s.line, `[{"type":"text","text":"`...)
		s.line = append(s.line, s.text...)
		s.line = append(s.line, `"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`...)
		s.line = append(s.line, s.picture(100e3)...)
		s.line = append(s.line, `"}}]}`...)
	} else {
		s.line = append(s.line, '"')
		s.line = append(s.line, s.text...)
		s.line = append(s.line, `"}`...)
	}
	s.shut()
}

// picture returns a screenshot in base64, a small one in a small corpus.
func (s *session) picture(median float64) []byte {
	return s.pool.image(s.rng, min(s.length(median, 1800e3), int(s.size/100)))
}

// task writes the prompt of an agent's own transcript.
func (s *session) task(prompt []byte) {
	s.open("user")
	s.line = append(s.line, `,"message":{"role":"user","content":`...)
	s.line = append(s.line, prompt...)
	s.line = append(s.line, '}')
	s.shut()
}

// assistant begins an assistant record up to its one block.
func (s *session) assistant() {
	s.open("assistant")
	s.line = fmt.Appendf(s.line, `,"requestId":"req_%024x","message":{"id":"msg_%024x","type":"message","role":"assistant","model":"claude-opus-4-5","content":[`,
		s.stats.Sessions<<20|s.message, s.stats.Sessions<<20|s.message)
}

func (s *session) assistantEnd(stop string) {
	s.line = fmt.Appendf(s.line, `],"stop_reason":%s,"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d,"service_tier":"standard"}}`,
		stop, s.rng.IntN(50), s.rng.IntN(150000), s.rng.IntN(3000))
	s.shut()
}

func (s *session) reply(kind string, n int) {
	s.assistant()
	s.line = fmt.Appendf(s.line, `{"type":"%s","%s":"`, kind, kind)
	s.line = appendText(s.line, s.rng, s.pool.prose, n/2)
	s.line = appendText(s.line, s.rng, s.pool.code, n/2)
	s.line = append(s.line, '"')
	if kind == "thinking" {
		s.line = append(s.line, `,"signature":"`...)
		s.line = append(s.line, s.pool.image(s.rng, s.length(1000, 20e3))...)
		s.line = append(s.line, '"')
	}
	s.line = append(s.line, '}')
	s.assistantEnd("null")
}

// tool writes a call and its result: the text for the model, and the tool's own copy of it.
func (s *session) tool() {
	call := s.token("toolu_01", 10)
	s.message++
	switch n := s.rng.IntN(100); {
	case n < 40:
		s.call(call, "Bash", `"command":"`, s.length(150, 4e3))
		s.text = appendText(s.text[:0], s.rng, s.pool.output, s.length(1200, 30e3))
		s.result(call, `{"stdout":"`, `","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`)
	case n < 68:
		s.call(call, "Read", `"file_path":"/home/ada/src/`, 40)
		s.text = appendText(s.text[:0], s.rng, s.pool.code, s.length(2700, 120e3))
		s.result(call, `{"type":"text","file":{"filePath":"/home/ada/src/app.ts","content":"`, `","numLines":80,"startLine":1,"totalLines":80}}`)
	case n < 88:
		s.call(call, "Edit", `"file_path":"/home/ada/src/app.ts","old_string":"`, s.length(700, 20e3))
		s.text = appendText(s.text[:0], s.rng, s.pool.code, s.length(1700, 100e3))
		s.result(call, `{"filePath":"/home/ada/src/app.ts","structuredPatch":[],"userModified":false,"replaceAll":false,"originalFile":"`, `"}`)
	case n < 90:
		s.call(call, "Read", `"file_path":"/home/ada/src/shot`, 20)
		s.imageResult(call)
	case n < 91 && s.agentID == "" && len(s.agents) < 3:
		s.spawn(call)
	default:
		s.call(call, "Grep", `"pattern":"`, 40)
		s.text = appendText(s.text[:0], s.rng, s.pool.output, s.length(1000, 30e3))
		s.result(call, `{"mode":"content","numFiles":0,"filenames":[],"numLines":9,"content":"`, `"}`)
	}
}

func (s *session) call(id, name, input string, n int) {
	s.assistant()
	s.line = fmt.Appendf(s.line, `{"type":"tool_use","id":"%s","name":"%s","input":{%s`, id, name, input)
	s.line = appendText(s.line, s.rng, s.pool.code, n)
	s.line = append(s.line, `"}}`...)
	s.assistantEnd(`"tool_use"`)
}

// result writes s.text as a result, and again between before and after.
func (s *session) result(call, before, after string) {
	s.open("user")
	s.line = fmt.Appendf(s.line, `,"message":{"role":"user","content":[{"tool_use_id":"%s","type":"tool_result","content":"`, call)
	s.line = append(s.line, s.text...)
	s.line = append(s.line, `","is_error":false}]},"toolUseResult":`...)
	s.line = append(s.line, before...)
	s.line = append(s.line, s.text...)
	s.line = append(s.line, after...)
	s.shut()
}

func (s *session) imageResult(call string) {
	picture := s.picture(30e3)
	s.open("user")
	s.line = fmt.Appendf(s.line, `,"message":{"role":"user","content":[{"tool_use_id":"%s","type":"tool_result","content":[{"type":"image","source":{"type":"base64","data":"`, call)
	s.line = append(s.line, picture...)
	s.line = append(s.line, `","media_type":"image/png"}}]}]},"toolUseResult":{"type":"image","file":{"base64":"`...)
	s.line = append(s.line, picture...)
	s.line = append(s.line, `","type":"image/png"}}`...)
	s.shut()
}

// spawn writes the call of an agent and its result.
func (s *session) spawn(call string) {
	prompt := append([]byte{'"'}, s.pool.prose[s.rng.IntN(pieces)]...)
	a := agent{id: s.token("a", 8), call: call, prompt: append(prompt, '"')}
	s.agents = append(s.agents, a)
	s.assistant()
	s.line = fmt.Appendf(s.line, `{"type":"tool_use","id":"%s","name":"Agent","input":{"subagent_type":"Explore","prompt":%s}}`, call, a.prompt)
	s.assistantEnd(`"tool_use"`)
	s.text = appendText(s.text[:0], s.rng, s.pool.prose, s.length(1500, 30e3))
	s.result(call, `{"status":"completed","agentId":"`+a.id+`","totalTokens":9000,"content":[{"type":"text","text":"`, `"}]}`)
}

// noise writes chain records without readable content.
func (s *session) noise() {
	switch s.rng.IntN(3) {
	case 0:
		s.open("attachment")
		s.line = append(s.line, `,"attachment":{"type":"hook_success","hookName":"PostToolUse:Edit","stdout":""}`...)
	case 1:
		s.open("progress")
		s.line = append(s.line, `,"data":{"type":"hook_progress","hookEvent":"PostToolUse"},"toolUseID":"hook-1","parentToolUseID":"hook-1"`...)
	default:
		s.open("system")
		s.line = fmt.Appendf(s.line, `,"subtype":"turn_duration","durationMs":%d,"isMeta":false`, s.rng.IntN(90000))
	}
	s.shut()
}
