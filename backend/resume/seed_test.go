package resume

import (
	"testing"

	"dendro/backend/internal/propseed"
)

func TestMain(m *testing.M) { propseed.Run(m, "20261110") }
