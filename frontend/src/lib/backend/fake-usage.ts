import type { FakeChat } from './fake-history';
import type { Tokens, UsageAsk, UsageReport, UsageRow, UsageSums } from './types';

const none: Tokens = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

function added(a: UsageSums, b: UsageSums): UsageSums {
  const tokens = (x: Tokens, y: Tokens): Tokens => ({
    in: x.in + y.in,
    out: x.out + y.out,
    cacheRead: x.cacheRead + y.cacheRead,
    cacheWrite: x.cacheWrite + y.cacheWrite,
  });
  return {
    tokens: tokens(a.tokens, b.tokens),
    agentTokens: tokens(a.agentTokens, b.agentTokens),
    cost: a.cost + b.cost,
    agentCost: a.agentCost + b.agentCost,
    unpriced: a.unpriced + b.unpriced,
    messages: a.messages + b.messages,
    turns: a.turns + b.turns,
    sessions: a.sessions + b.sessions,
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    activeMs: a.activeMs + b.activeMs,
  };
}

/** Each session spends 1,000 tokens for a cent per prompt. */
export function fakeUsage(chats: readonly FakeChat[], ask: UsageAsk): UsageReport {
  const rows = new Map<string, UsageRow>();
  const nothing: UsageSums = {
    tokens: none,
    agentTokens: none,
    cost: 0,
    agentCost: 0,
    unpriced: 0,
    messages: 0,
    turns: 0,
    sessions: 0,
    calls: 0,
    failed: 0,
    activeMs: 0,
  };
  let total = nothing;
  for (const chat of chats) {
    if (ask.project && ask.project !== chat.project) continue;
    for (const session of chat.sessions) {
      const keys: Record<UsageAsk['by'], string> = {
        day: session.start.slice(0, 10),
        week: session.start.slice(0, 10),
        month: session.start.slice(0, 7),
        project: chat.project,
        model: session.model,
        tool: 'Bash',
        branch: 'main',
        session: session.id,
      };
      const tokens = { ...none, in: 1000 * session.prompts };
      const cost = session.prompts / 100;
      const sums = {
        ...nothing,
        tokens,
        cost,
        messages: session.prompts,
        turns: session.prompts,
        sessions: 1,
      };
      const key = keys[ask.by];
      const row = rows.get(key) ?? { key, ...nothing };
      const parts = [...(row.parts ?? [])];
      if (ask.split) parts.push({ key: keys[ask.split], tokens, cost });
      rows.set(key, { key, ...added(row, sums), ...(ask.split ? { parts } : {}) });
      total = added(total, sums);
    }
  }
  return {
    schema: 1,
    by: ask.by,
    rows: [...rows.values()].sort((a, b) => a.key.localeCompare(b.key)),
    total,
    unpriced: [],
    prices: { source: 'https://example.com/prices', date: '2026-10-24' },
  };
}
