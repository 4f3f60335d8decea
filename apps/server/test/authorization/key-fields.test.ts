import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { type Scope, scopeNames } from '@repo/contract/scopes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { insertApiKey } from '../insert-api-key.ts';
import { type SharedAtLevel, shareWithColleague } from '../rights/shared-at-level.ts';

let app: TestApp;
let shared: SharedAtLevel;
let meetingId: string;
beforeAll(async () => {
  app = await createTestApp();
  shared = await shareWithColleague(app);
  const { ann, accountId, workspaceId } = shared;
  await app.call('PUT /api/accounts/{accountId}/note', {
    token: ann.token,
    params: { accountId },
    body: { note: 'Novembernote', replaces: '' },
  });
  await app.call('PUT /api/accounts/{accountId}/owner', {
    token: ann.token,
    params: { accountId },
    body: { userId: ann.id },
  });
  const soon = new Date(Date.now() + 60_000);
  await tracking(app).capture(ann, [
    sampleMeeting({
      key: 'soon',
      title: 'Meeting',
      occurredAt: soon,
      participants: [
        { name: 'Yankeename', email: 'yankee@acme.com', role: 'other' },
        { name: 'Ann', email: ann.email, role: 'other' },
      ],
    }),
  ]);
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/today', {
    token: ann.token,
    params: { workspaceId },
  });
  meetingId = data.meetings[0]?.id ?? '';
});
afterAll(() => app.close());

const keyWith = async (...scopes: Scope[]) =>
  (await insertApiKey(app.db, shared.ann.id, { scopes })).key;
const ofWorkspace = () => ({ workspaceId: shared.workspaceId });

async function readBrief(token: string) {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/today/meetings/{activityId}', {
    token,
    params: { ...ofWorkspace(), activityId: meetingId },
  });
  return {
    notes: data.notes.map(({ note }) => note),
    days: data.attendees.map(({ contact }) => contact?.days ?? null),
  };
}

async function readQuiet(token: string) {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/today', {
    token,
    params: ofWorkspace(),
  });
  return { listed: data.quiet.people.length, total: data.quiet.total };
}

test('a brief has the note with accounts:read, and the figures of contacts with people:read', async () => {
  expect(await readBrief(await keyWith('activities:read'))).toEqual({
    notes: [''],
    days: [null],
  });
  expect(await readBrief(await keyWith('activities:read', 'accounts:read'))).toEqual({
    notes: ['Novembernote'],
    days: [null],
  });
  expect(await readBrief(await keyWith('activities:read', 'people:read'))).toEqual({
    notes: [''],
    days: [expect.any(Number)],
  });
});

test('Today names people who go quiet with people:read alone', async () => {
  expect(await readQuiet(await keyWith('activities:read'))).toEqual({ listed: 0, total: 0 });
  expect(await readQuiet(await keyWith('activities:read', 'people:read'))).toEqual({
    listed: 1,
    total: 1,
  });
});

test('the list of accounts has their relationships with people:read alone', async () => {
  const list = async (token: string) => {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token,
      params: ofWorkspace(),
      query: { includeRelationships: 'true', includeOwners: 'true' },
    });
    return data.accounts.map(({ relationship, note }) => ({ relationship, note }));
  };
  expect(await list(await keyWith('accounts:read'))).toEqual([
    { relationship: undefined, note: 'Novembernote' },
  ]);
  expect(await list(await keyWith('accounts:read', 'people:read'))).toEqual([
    { relationship: expect.objectContaining({ label: expect.any(String) }), note: 'Novembernote' },
  ]);
});

describe.each([
  { sort: 'strength' },
  { sort: 'lastContactByUs' },
  { sort: 'lastContactByThem' },
  { sort: 'nextMeeting' },
  { sort: 'daysInTouch' },
  { strength: 'strong' },
  { goingQuiet: 'false' },
] as const)('a list of accounts by %o', (query) => {
  const status = async (token: string) => {
    const response = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token,
      params: ofWorkspace(),
      query: { ...query, limit: 10 },
    });
    return response.status === 403 ? response.error : response.status;
  };

  test('needs people:read', async () => {
    expect(await status(await keyWith('accounts:read'))).toMatchObject({
      message: expect.stringContaining('people:read'),
      details: { scope: 'people:read' },
    });
    expect(await status(await keyWith('accounts:read', 'people:read'))).toBe(200);
    expect(await status(shared.ann.token)).toBe(200);
  });
});

test('where a message is stored is for the scope of activities', () => {
  const name: EndpointName = 'GET /api/integrations/{id}/message-location';
  expect(endpoints[name].scope).toBe('activities:read');
  expect(scopeNames).toContain('connections:read');
});
