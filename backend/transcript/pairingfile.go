package transcript

import "hash/crc32"

// FilePairing is a Pairing for readers that have no index of the file's records. Add the
// records in file order, then call Settle.
type FilePairing struct {
	Pairing
	Results []ResultBlock // by ResultSite.Block

	records map[ID]pairedRecord
	turn    int32
}

// ResultBlock is a tool_result block of a record.
type ResultBlock struct {
	Record  ID
	Block   int // its index within the record
	IsError bool
}

type pairedRecord struct {
	number int32
	blocks int // number of blocks added
}

// NewFilePairing returns an empty FilePairing.
func NewFilePairing() *FilePairing {
	return &FilePairing{records: map[ID]pairedRecord{}}
}

// SaidHash returns a hash of a call's name and input. It is stable between runs.
func SaidHash(b *Block) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli) // made once
	return crc32.Update(crc32.Checksum([]byte(b.Name), table), table, b.Input)
}

// Add adds the next record. It calls visit with each tool_use block: its index, its call
// number and whether that is new.
func (p *FilePairing) Add(r *Record, visit func(block int, call int32, isNew bool)) {
	at, known := p.records[r.UUID.ID]
	if !known || r.UUID.ID.IsZero() {
		at = pairedRecord{number: int32(len(p.records))}
	}
	scope := int32(0) // all inline sidechains share one scope
	if r.Sidechain {
		scope = 1
	}
	isResult := false
	for i := at.blocks; i < len(r.Blocks); i++ {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockToolUse:
			call, isNew := p.Call(CallSite{
				Scope: scope, Record: at.number, Turn: p.turn, Said: SaidHash(b), ID: hash64(b.ToolID.String()),
				Message: hash64(r.MessageID), Time: Millis(r.Timestamp),
			})
			visit(i, call, isNew)
		case BlockToolResult:
			isResult = true
			p.Result(ResultSite{
				Scope: scope, Record: at.number, Block: int32(len(p.Results)), Named: p.named(r), ID: hash64(b.ToolID.String()),
			})
			p.Results = append(p.Results, ResultBlock{r.UUID.ID, i, b.IsError})
		}
	}
	if r.Kind == KindUser && !isResult {
		p.turn++
	}
	at.blocks = max(at.blocks, len(r.Blocks))
	p.records[r.UUID.ID] = at
}

// named returns the record whose call a result names, or -1.
func (p *FilePairing) named(r *Record) int32 {
	for _, id := range [...]ID{r.CallerID, r.Parent.ID} {
		if at, ok := p.records[id]; ok && !id.IsZero() {
			return at.number
		}
	}
	return -1
}
