package transcript

func assistantTexts(dst []Text, r *Record) []Text {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch b.Kind {
		case BlockText:
			switch {
			case b.Text.IsBlank():
			case IsAPIError(r, b.Text):
				dst = append(dst, Text{Kind: TextNotice, Raw: b.Text, Block: i, Notice: NoticeAPIError, Level: LevelError})
			default:
				dst = append(dst, Text{Kind: TextReply, Raw: b.Text, Block: i})
			}
		case BlockThinking, BlockRedactedThinking:
			dst = append(dst, Text{Kind: TextThinking, Raw: b.Text, Block: i})
		case BlockToolUse:
			dst = append(dst, Text{Kind: TextCall, Raw: b.Input, Block: i})
		case BlockToolResult: // from a tool that the server runs
			dst = append(dst, Text{Kind: TextResult, Block: i})
		case BlockImage, BlockDocument:
			t := Text{Block: i}
			if b.Kind == BlockDocument {
				t = documentText(b, i)
			}
			t.Kind = TextReply
			dst = append(dst, t)
		case BlockOther:
			if b.Type != "" {
				dst = append(dst, unknownText(b, i))
			}
		}
	}
	return dst
}

func systemTexts(dst []Text, r *Record) []Text {
	t := Text{Kind: TextNotice, Raw: r.Content, Notice: NoticeInfo, Level: r.Level()}
	blank := r.Content.IsBlank()
	switch r.SystemKind() {
	case SystemBoundary:
		return append(dst, Text{Kind: TextCompaction})
	case SystemQuiet:
		return dst
	case SystemHooks:
		if hooks := r.StopHooks(); !hooks.Failed() {
			return dst
		}
		t.form, t.Notice, t.Level = formHook, NoticeHook, LevelError
		return append(dst, t)
	case SystemAPIError:
		t.form, t.Notice, t.Level = formAPIError, NoticeAPIError, LevelError
		return append(dst, t)
	case SystemLocalCommand:
		return localTexts(dst, r, t)
	case SystemUntyped:
		if blank || t.Level == LevelInfo {
			return dst
		}
	default:
		if blank {
			t.form, t.name, t.Notice = formName, r.Subtype, NoticeUnknown
		}
	}
	return append(dst, t)
}

func localTexts(dst []Text, r *Record, t Text) []Text {
	switch classOfValue(r.Content) {
	case ClassCommand:
		return append(dst, Text{Kind: TextCommand, form: formClient, Raw: r.Content})
	case ClassOutput:
		if !hasOutput(r.Content) {
			return dst
		}
		t.form, t.Notice = formClient, NoticeOutput
	case ClassInjected:
		return dst
	}
	if r.Content.IsBlank() {
		return dst
	}
	return append(dst, t)
}

func attachmentTexts(dst []Text, r *Record, class Class) []Text {
	switch r.AttachmentKind() {
	case AttachmentQueued:
		return queuedTexts(dst, r, class)
	case AttachmentFile:
		return append(dst, Text{Kind: TextNotice, form: formFile, Raw: r.Attachment, Notice: NoticeFile})
	case AttachmentHook:
		level := LevelError
		if h := r.HookFailure(); h.Warning {
			level = LevelWarning
		}
		return append(dst, Text{Kind: TextNotice, form: formHook, Raw: r.Attachment, Notice: NoticeHook, Level: level})
	}
	return dst
}

// queuedTexts appends a prompt or notification that arrived while the model was busy.
func queuedTexts(dst []Text, r *Record, class Class) []Text {
	q := r.QueuedCommand()
	switch q.Mode {
	case QueuedPrompt:
		t := Text{Kind: TextPrompt, form: formContent, Raw: q.Prompt, Queued: true}
		if d, ok := r.Delivered(q.Prompt); ok {
			t = deliveryText(t, &d)
		} else if class == ClassNotification {
			t.Kind, t.form, t.Notice = TextNotice, formNotification, NoticeNotification
		}
		return append(dst, t)
	case QueuedNotification:
		return append(dst, Text{Kind: TextNotice, form: formNotification, Raw: q.Prompt, Notice: NoticeNotification})
	case QueuedBash:
		return append(dst, Text{Kind: TextCommand, form: formBash, Raw: q.Prompt, Queued: true})
	}
	return append(dst, Text{Kind: TextNotice, Raw: q.Prompt, Notice: NoticeInfo})
}
