// Package plan decides what is run when somebody goes on from a place in a history,
// and says in words where they land. It joins what the library knows of the sessions
// with what the launcher knows of the client and the machine:
//
//   - the record that the client itself would load: `--resume ID`;
//   - any other record: its closed chain in a private file, `--resume FILE
//     --fork-session --session-id NEW`, from the version on that can do it;
//   - nothing stands before it: a new session;
//   - a session of the background: `attach`; one that was continued elsewhere: that one;
//     one that runs elsewhere: a fork, unless the person says otherwise.
//
// Window and command line ask the one function [Planner.Plan], and start what it said.
package plan
