import { describe, expect, it } from 'vitest';
import type { FirefliesCall } from './map-call.ts';
import { openCalls } from './open-calls.ts';

const address = 'ann@example.org';
const since = new Date('2026-03-01T00:00:00Z');

/** Simulates Fireflies' responses from a list of calls; one without a time matches any period. */
function answering(calls: readonly FirefliesCall[]) {
  const query = async <Data>(_query: string, variables: Record<string, unknown> = {}) => {
    const { to, limit, skip } = variables as { to: string | null; limit: number; skip: number };
    const until = to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
    const found = calls.filter(({ date }) => date == null || Number(date) <= until);
    return { transcripts: found.slice(skip, skip + limit) } as Data;
  };
  const queryPartly = async <Data>(text: string, variables?: Record<string, unknown>) => ({
    data: await query<Data>(text, variables),
    failures: [],
  });
  return { query, queryPartly };
}

describe('a list of calls', () => {
  it.each([
    ['one that tells no time', 1, null],
    ['a page of such', 60, null],
    ['one whose time is none', 1, 0],
  ])('goes on behind %s', async (_, number, none) => {
    const calls = Array.from({ length: 120 }, (_, index) => ({
      id: `call ${index}`,
      date: index >= 10 && index < 10 + number ? none : since.getTime() + 1_000 - index,
      participants: [address, 'bob@acme.com'],
    }));
    const source = openCalls(answering(calls), address);
    const listed = new Set<string>();
    let token: string | undefined;
    for (let pages = 0; pages < 200; pages += 1) {
      const page = await source.list({ since, domains: ['acme.com'] }, token);
      for (const id of page.ids) listed.add(id);
      token = page.nextPageToken;
      if (token === undefined) break;
    }
    expect(token).toBeUndefined();
    expect(listed.size).toBe(calls.length);
  });
});
