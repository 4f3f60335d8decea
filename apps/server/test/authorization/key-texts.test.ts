import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { scopeNames } from '@repo/contract/scopes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { insertApiKey } from '../insert-api-key.ts';
import { surfaces } from '../rights/level-surfaces.ts';
import { needles, type SharedAtLevel, shareWithColleague } from '../rights/shared-at-level.ts';
import { toRequest } from '../test-call.ts';

/** What only the scope `texts:read` gives; where a meeting takes place is no text. */
const texts = needles.full.filter((word) => word !== 'victorplace');

let app: TestApp;
let shared: SharedAtLevel;
let withTexts: string;
let withoutTexts: string;
beforeAll(async () => {
  app = await createTestApp();
  shared = await shareWithColleague(app);
  withTexts = (await insertApiKey(app.db, shared.bob.id)).key;
  const scopes = scopeNames.filter((scope) => scope !== 'texts:read');
  withoutTexts = (await insertApiKey(app.db, shared.bob.id, { scopes })).key;
});
afterAll(() => app.close());

const names = (Object.keys(surfaces) as EndpointName[]).filter(
  (name) => 'scope' in endpoints[name],
);

/** The responses of an endpoint to a key, as text. */
async function read(name: EndpointName, key: string): Promise<{ status: number; body: string }[]> {
  const responses = [];
  for (const asked of surfaces[name]?.(shared) ?? []) {
    const { statusCode, body } = await app.app.inject(toRequest(name, { ...asked, token: key }));
    responses.push({ status: statusCode, body });
  }
  return responses;
}

const foundIn = (text: string): string[] =>
  texts.filter((word) => text.toLowerCase().includes(word));

test('a key with the scope reads every text', async () => {
  const all = await Promise.all(names.map((name) => read(name, withTexts)));
  expect(foundIn(JSON.stringify(all))).toEqual(texts);
});

describe.each(names)('%s', (name) => {
  const { scope } = endpoints[name] as { scope: string };

  test('shows no text to a key without the scope for it', async () => {
    const responses = await read(name, withoutTexts);
    for (const { status, body } of responses) {
      if (scope === 'texts:read') expect(status, body).toBe(403);
      else expect(status, body).toBeLessThan(500);
      expect(foundIn(body)).toEqual([]);
    }
    expect(responses.length).toBeGreaterThan(0);
  });
});

test('a list of accounts finds nothing by a word of a text', async () => {
  for (const search of texts.filter((word) => /^[a-z]+$/.test(word))) {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: withoutTexts,
      params: { workspaceId: shared.workspaceId },
      query: { limit: 10, search },
    });
    expect(data.page?.total, search).toBe(0);
  }
});

test('without the texts, who, when and about what is there', async () => {
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: withoutTexts,
    params: { accountId: shared.accountId },
  });
  const [call] = data.activities.filter(({ type }) => type === 'call');
  expect(call).toMatchObject({ title: 'Zulusubject', summary: '' });
  expect(call?.participants.map(({ email }) => email)).toContain('yankee@acme.com');
});
