package api

import (
	"net/http"

	"dendro/backend/library"
)

// activityWire is GET /api/activity: the times of activity in every chat.
type activityWire struct {
	Seq   uint64         `json:"seq"`
	Chats []activityChat `json:"chats"` // in the order of the list
}

type activityChat struct {
	ID    string         `json:"id"`
	Lanes []activityLane `json:"lanes"`
}

// activityLane is a lane, with title and outcome unless it is the chat's only one.
type activityLane struct {
	library.Lane
	// Bins are three numbers each: the distance in steps from the previous one (the first:
	// from 1970), the amount of activity, and the number of failed calls.
	Bins []int64 `json:"bins"`
	// Marks are two numbers each: the kind, and the time in Unix milliseconds.
	Marks []int64 `json:"marks"`
}

// activity returns all chats at once: one picture shows all of them.
func (h *handler) activity(r *http.Request) (any, error) {
	w := activityWire{Seq: h.lib.Catalog.Seq(), Chats: []activityChat{}}
	all, err := h.lib.Activity(r.Context())
	if err != nil {
		return nil, err
	}
	for i := range all {
		item := activityChat{ID: all[i].Chat.ID, Lanes: []activityLane{}}
		for k := range all[i].Lanes {
			lane := laneWire(&all[i].Lanes[k])
			lane.Title = h.name(lane.Title)
			if len(all[i].Lanes) == 1 {
				lane.Title, lane.Outcome = "", ""
			}
			item.Lanes = append(item.Lanes, lane)
		}
		w.Chats = append(w.Chats, item)
	}
	return w, nil
}

func laneWire(l *library.Lane) activityLane {
	w := activityLane{Lane: *l, Bins: make([]int64, 0, 3*len(l.Bins)), Marks: make([]int64, 0, 2*len(l.Marks))}
	var last int64
	for _, b := range l.Bins {
		w.Bins = append(w.Bins, b.At-last, int64(b.Count), int64(b.Failed))
		last = b.At
	}
	for _, m := range l.Marks {
		w.Marks = append(w.Marks, int64(m.Kind), m.At)
	}
	return w
}
