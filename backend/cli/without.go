package cli

import (
	"dendro/backend/library"
	"dendro/backend/resume/plan"
	"dendro/backend/session"
)

const withoutHelp = "  turn:UUID     steps:UUID (all but prompt and last reply)  steps-before:UUID\n" +
	"  output:UUID   outputs:SIZE (10k)  picture:UUID  pictures  others (every turn but the last)"

// without returns what a request leaves out, with whole uuids in place of their beginnings.
func without(lib *library.Library, request plan.Request) ([]string, error) {
	choice, err := session.ParseLeaveOut(request.Without, request.Quiet)
	if err != nil {
		return nil, err
	}
	whole := map[string]string{}
	for _, record := range choice.Records() {
		if !idLike(record) {
			return nil, usagef("--without: %q is neither a uuid nor 8 characters of one", record)
		}
		if whole[record], err = lib.Names.ResolveRecord(request.Session, record); err != nil {
			return nil, err
		}
	}
	return choice.Items(func(record string) string { return whole[record] }), nil
}
