package demo

import (
	"time"

	"dendro/backend/internal/history"
)

const batchSQL = `-- 第三批：把 orders_legacy 搬到 orders
INSERT INTO orders (id, customer, total, created_at)
SELECT id, customer, total, created_at
FROM   orders_legacy
WHERE  id >  :from
AND    id <= :to
ON CONFLICT (id) DO NOTHING;
`

// migration is in Chinese, with progress records, a compaction that preserves a segment,
// and a fork with new uuids.
func migration(h *history.Home) {
	h.Set(at(6, 8, 45))
	s := h.Session(history.Options{Env: env(migrationDir, "遷移/第三批", "2.1.72"), Hooks: true})
	s.CustomTitle("遷移腳本在第三批失敗")
	findDuplicates(s)
	s.Compact(history.Compaction{Trigger: "auto", Preserve: 2, Summary: md(`
1. 目標：把 orders_legacy 分批搬到 orders，第三批失敗。
2. 原因：唯一索引 orders_customer_created (customer, created_at)；舊系統存沒有時區的本地時間，換夏令時間的那一小時會重複。
3. 影響：45 筆訂單，分布在五個日期。
4. 下一步：決定怎麼處理這 45 筆。`)})

	mendBatch(s)

	h.Set(at(7, 10, 30))
	f := s.Fork(history.Copying{Form: history.F6, Title: "第四批先試跑 (fork)"})
	f.Prompt("從這裡分出去：第四批先在複本上試跑，我想知道要多久。")
	f.Call(history.Bash("time psql -h replica -1 -f sql/003_orders.sql -v from=300000 -v to=400000", "在複本上試跑第四批", "INSERT 0 100000\n\nreal\t0m9.214s", 0, 9*time.Second))
	f.Reply("9.2 秒，沒有衝突。照這個速度，剩下的 26 批大約 **四分鐘**，不需要停機。")
	f.EndTurn()

	h.Set(at(7, 14, 20))
	s.Prompt("第三批已經上線了。謝謝，剩下的二十六批等計畫審過再跑。")
	s.Reply("好。在那之前我建議先把那 45 筆列成清單給客服：如果有客人問「為什麼我的訂單時間差了一毫秒」，至少有人知道答案。")
	s.EndTurn()
}

// findDuplicates asks why, and how often.
func findDuplicates(s *history.Session) {
	s.Prompt("遷移腳本在第三批失敗，前兩批都正常。錯誤只寫「duplicate key」，但我們明明用了 ON CONFLICT。請先查原因，不要直接改。")
	s.Thinking("ON CONFLICT (id) 只處理主鍵。如果有另一個唯一索引，例如 (customer, created_at)，衝突就不會被吃掉。先看資料表結構和錯誤的完整訊息。")
	s.Reply("`ON CONFLICT (id)` 只管主鍵。我先看資料表上還有哪些唯一索引，再看第三批的資料有什麼不同。")
	s.Parallel(
		took(history.Read(migrationDir+"/sql/003_orders.sql", batchSQL), 80),
		took(history.MCP("postgres", "query", history.O("sql", "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'orders'"),
			"| indexname | indexdef |\n|---|---|\n| orders_pkey | UNIQUE (id) |\n| orders_customer_created | UNIQUE (customer, created_at) |"), 400),
		took(history.Bash("psql -f sql/003_orders.sql -v from=200000 -v to=300000", "重跑第三批", "psql:sql/003_orders.sql:7: ERROR:  duplicate key value violates unique constraint \"orders_customer_created\"\nDETAIL:  Key (customer, created_at)=(4471, 2019-03-31 01:30:00) already exists.", 3, 2*time.Second), 2000),
	)
	s.Reply(md(`
找到了。´orders´ 上有**兩個**唯一索引：

| 索引 | 欄位 | ON CONFLICT 有處理嗎 |
|---|---|---|
| ´orders_pkey´ | ´id´ | 有 |
| ´orders_customer_created´ | ´customer, created_at´ | **沒有** |

再看那筆資料的時間：´2019-03-31 01:30´。那天歐洲改夏令時間，舊系統存的是沒有時區的本地時間，同一小時內的兩筆訂單就撞在一起了。前兩批都在 2018 年以前，所以沒遇到。`))
	s.EndTurn()

	s.Prompt("原來如此！這種訂單有多少筆？")
	tool := s.Use("Bash", history.O("command", "./bin/find-dst-duplicates --all", "description", "找出所有夏令時間重複的訂單"))
	s.BashProgress(&tool, 3, true)
	s.Result(&tool, history.Bash("", "", "2018-03-25   0\n2018-10-28  11\n2019-03-31   7\n2019-10-27  23\n2020-03-29   4\n合計        45", 0, 0))
	s.Reply("一共 **45 筆**，全部落在換時間的那五個凌晨。十月比三月多，因為十月的那一小時真的出現兩次。")
	s.EndTurn()
}

// mendBatch asks twice: the first answer is abandoned by a rewind.
func mendBatch(s *history.Session) {
	decide := s.Prompt("直接把索引拿掉可以嗎？")
	s.Reply("可以，但不建議：對帳程式靠它擋重複匯入，拿掉之後要等下個月結帳才會發現錯在哪裡。")
	s.EndTurn()

	s.Rewind(decide)
	s.Prompt("那就把時間換成 timestamptz，用 Europe/Berlin 解讀；撞在一起的 45 筆，依 id 的順序各加一毫秒。")
	edit, after := history.Edit(migrationDir+"/sql/003_orders.sql", batchSQL, "SELECT id, customer, total, created_at\n",
		"SELECT id, customer, total,\n       (created_at AT TIME ZONE 'Europe/Berlin')\n         + (row_number() OVER (PARTITION BY customer, created_at ORDER BY id) - 1)\n           * interval '1 millisecond'\n")
	s.Checkpoint(migrationDir+"/sql/003_orders.sql", batchSQL)
	s.Call(edit)
	s.Changed(migrationDir+"/sql/003_orders.sql", after)
	s.Call(history.Bash("psql -1 -f sql/003_orders.sql -v from=200000 -v to=300000 && psql -c 'SELECT count(*) FROM orders WHERE id > 200000 AND id <= 300000'", "在一個交易裡重跑第三批", "INSERT 0 100000\n count\n--------\n 100000\n(1 row)", 0, 11*time.Second))
	s.Reply(md(`
第三批過了，**100,000 筆**，一筆不少。

´´´sql
+ (row_number() OVER (PARTITION BY customer, created_at ORDER BY id) - 1)
  * interval '1 millisecond'
´´´

沒有重複的訂單加的是零毫秒，所以不受影響。`))
	s.EndTurn()
}
