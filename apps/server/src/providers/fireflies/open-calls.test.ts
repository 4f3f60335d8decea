import { describe, expect, it } from 'vitest';
import type { FirefliesCall } from './map-call.ts';
import { maxKeptCharacters, openCalls } from './open-calls.ts';

const address = 'ann@example.org';
const since = new Date('2026-03-01T00:00:00Z');

/** Simulates Fireflies' responses from a list of calls; one without a time matches any period. */
function answering(calls: readonly FirefliesCall[]) {
  const query = async <Data>(_query: string, variables: Record<string, unknown> = {}) => {
    const wanted = calls.find(({ id }) => id === variables['id']);
    if (wanted !== undefined) return { transcript: wanted } as Data;
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

describe('the recent calls', () => {
  const recentCall = (index: number, characters: number): FirefliesCall => ({
    id: `call ${index}`,
    date: Date.now() - index * 60_000,
    participants: [address, 'bob@acme.com'],
    title: `Call ${index}`,
    summary: { overview: 'x'.repeat(characters) },
  });

  it('are kept up to a limit, whatever pages name, and requested again beyond it', async () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      recentCall(index, maxKeptCharacters / 20),
    );
    const requested: unknown[] = [];
    const client = answering(calls);
    const source = openCalls(
      {
        query: client.query,
        async queryPartly<Data>(text: string, variables: Record<string, unknown> = {}) {
          if (variables['id'] !== undefined) requested.push(variables['id']);
          return client.queryPartly<Data>(text, variables);
        },
      },
      address,
    );
    const { changed } = await source.changes({ recent: {} });
    expect(changed).toHaveLength(60);
    for (const id of changed) {
      expect(await source.read(id)).toMatchObject({ title: id.replace('call', 'Call') });
    }
    expect(requested).toHaveLength(60 - 19);
  });

  it('end where their ids have no end', async () => {
    const calls = Array.from({ length: 60 }, (_, index) => ({
      ...recentCall(index, 1),
      id: `${index}${'x'.repeat(100_000)}`,
    }));
    await expect(openCalls(answering(calls), address).changes({ recent: {} })).rejects.toThrow(
      'keeps listing',
    );
  });
});
