// Package mcp lets Claude look up earlier sessions: a server of the Model
// Context Protocol whose tools only read. Each answers with the parts that a command uses.
//
// The texts of a history are hostile. An answer is one JSON document, or the Markdown of an
// export, and likely secrets in it are masked as in exports.
package mcp
