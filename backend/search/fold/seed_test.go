package fold

import (
	"testing"

	"dendro/backend/internal/propseed"
)

func TestMain(m *testing.M) { propseed.Run(m, "20261129") }
