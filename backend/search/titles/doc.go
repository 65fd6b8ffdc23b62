// Package titles is the fuzzy search: titles, first prompts, projects, git branches and ids of
// chats, matched by sahilm/fuzzy and ranked by match, then by age.
package titles
