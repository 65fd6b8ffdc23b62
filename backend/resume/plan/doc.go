// Package plan decides what to run to continue from a place in a history, and describes the
// result. It combines the library's knowledge of the sessions with the launcher's knowledge
// of the client and the machine:
//
//   - the record that the client itself would load: `--resume ID`;
//   - any other record: its closed chain in a private file, `--resume FILE
//     --fork-session --session-id NEW`, for clients that support it;
//   - nothing before the chosen record: a new session;
//   - a background session: `attach`; one that was continued elsewhere: its successor;
//     one that runs elsewhere: a fork, unless the user says otherwise.
//
// The window and the command line both use [Planner.Plan] and run its result.
package plan
