import type { AssistantReaders } from '@repo/domain/sharing/assistant-readers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { shareWithColleague } from '#test/rights/shared-at-level.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { connectAssistant, toolInputs, callTool } from './assistant.fixture.ts';
import { tools } from './protocol/tools.ts';

let app: TestApp;
let shared: Awaited<ReturnType<typeof shareWithColleague>>;
let owner: MadePerson;
let address: string;
beforeAll(async () => {
  app = await createTestApp();
  shared = await shareWithColleague(app);
  owner = await app.make.person();
  await app.make.membership(shared.workspaceId, owner.id, 'owner');
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => allow('members'));
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

async function allow(assistants: AssistantReaders): Promise<void> {
  const { status } = await app.call('PUT /api/workspaces/{workspaceId}/assistants', {
    token: owner.token,
    params: { workspaceId: shared.workspaceId },
    body: { assistants },
  });
  expect(status).toBe(200);
}

const connect = async ({ id }: { id: string }) =>
  connectAssistant(address, (await insertApiKey(app.db, id)).key);

/** The tools that read from the workspace, by whether they were refused. */
async function outcomes(client: Awaited<ReturnType<typeof connect>>) {
  const allowed: string[] = [];
  const refused: string[] = [];
  for (const [name, given] of Object.entries(toolInputs(shared))) {
    if (name === 'list_workspaces') continue;
    const { isError, text } = await callTool(client, name, given);
    (isError && text.includes('assistant') ? refused : allowed).push(name);
  }
  return { allowed, refused };
}

const reading = tools.map(({ name }) => name).filter((name) => name !== 'list_workspaces');

describe.each([
  ['members', { owner: true, member: true }],
  ['owners', { owner: true, member: false }],
  ['none', { owner: false, member: false }],
] as const)('a workspace that allows assistants of %s', (assistants, expected) => {
  test.each(['owner', 'member'] as const)(
    'answers that of a user with the role %s so',
    async (role) => {
      const client = await connect(role === 'owner' ? owner : shared.bob);
      await allow(assistants);
      const isAllowed = expected[role];
      expect(await outcomes(client)).toEqual({
        allowed: isAllowed ? reading : [],
        refused: isAllowed ? [] : reading,
      });
      const { result } = await callTool(client, 'list_workspaces');
      expect(result.items).toHaveLength(isAllowed ? 1 : 0);
    },
  );
});

test('a refusal says who can change it, and nothing of the workspace', async () => {
  const client = await connect(shared.bob);
  await allow('owners');
  const { text } = await callTool(client, 'company_timeline', { accountId: shared.accountId });
  expect(text).toBe(
    'This workspace does not allow your assistant to read it. Its owners can change this in Workspace Settings.',
  );
});

test('a change applies to an assistant that is connected, at its next call', async () => {
  const client = await connect(shared.bob);
  const read = () => callTool(client, 'find_accounts', toolInputs(shared)['find_accounts']);
  expect((await read()).isError).toBe(false);
  await allow('none');
  expect((await read()).isError).toBe(true);
  await allow('members');
  expect((await read()).isError).toBe(false);
});

test('a change of the role applies, too', async () => {
  const [client] = await Promise.all([connect(shared.bob), allow('owners')]);
  const read = () => callTool(client, 'today', { workspaceId: shared.workspaceId });
  const setRole = (role: string) =>
    sql`update memberships set role = ${role} where user_id = ${shared.bob.id}`.execute(app.db);
  expect((await read()).isError).toBe(true);
  await setRole('owner');
  expect((await read()).isError).toBe(false);
  await setRole('member');
  expect((await read()).isError).toBe(true);
});

test('a workspace that refuses does not hide the others', async () => {
  const other = await app.make.workspace();
  await app.make.membership(other.id, shared.bob.id, 'member');
  const client = await connect(shared.bob);
  await allow('none');
  const { result } = await callTool(client, 'list_workspaces');
  expect(result.items.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  expect((await callTool(client, 'find_accounts', { workspaceId: other.id })).isError).toBe(false);
});

test('other software with the same key reads on', async () => {
  await allow('none');
  const { key } = await insertApiKey(app.db, shared.bob.id);
  const { status } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: key,
    params: { workspaceId: shared.workspaceId },
  });
  expect(status).toBe(200);
});

test('an assistant reads nothing while the choice of the workspace cannot be read', async () => {
  const client = await connect(shared.bob);
  await sql`alter table workspaces rename column assistants to unreadable`.execute(app.db);
  try {
    expect(await outcomes(client)).toEqual({ allowed: [], refused: reading });
    expect((await callTool(client, 'list_workspaces')).isError).toBe(true);
  } finally {
    await sql`alter table workspaces rename column unreadable to assistants`.execute(app.db);
  }
});

test('an administrator who is no member reads nothing, whatever the workspace allows', async () => {
  const admin = await app.make.person({ is_admin: true });
  const client = await connect(admin);
  for (const name of reading) {
    const { isError, text } = await callTool(client, name, toolInputs(shared)[name]);
    expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/not found/)]);
  }
});

test('a workspace that is archived is gone for an assistant that is connected, until it is back', async () => {
  const client = await connect(shared.bob);
  const archive = (at: Date | null) =>
    sql`update workspaces set archived_at = ${at} where id = ${shared.workspaceId}`.execute(app.db);
  const listed = async () => {
    const { result } = await callTool(client, 'list_workspaces');
    return result.items.map(({ id }: { id: string }) => id);
  };
  expect(await listed()).toContain(shared.workspaceId);
  await archive(new Date());
  try {
    for (const name of reading) {
      const { isError, text } = await callTool(client, name, toolInputs(shared)[name]);
      expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/not found/)]);
    }
    expect(await listed()).not.toContain(shared.workspaceId);
  } finally {
    await archive(null);
  }
  expect(
    (await callTool(client, 'company_timeline', toolInputs(shared)['company_timeline'])).isError,
  ).toBe(false);
});

test('by a workspace that allows it, an assistant reads nothing of one that does not', async () => {
  const other = await app.make.workspace();
  await app.make.membership(other.id, shared.bob.id, 'owner');
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from contacts
    where workspace_id = ${shared.workspaceId} limit 1`.execute(app.db);
  const client = await connect(shared.bob);
  await allow('none');
  const foreign: Record<string, Record<string, unknown>> = {
    person_timeline: { workspaceId: other.id, personId: rows[0]?.personId },
    meeting_brief: { workspaceId: other.id, activityId: shared.activityIds[0] },
    search_texts: { workspaceId: other.id, search: 'zulusubject' },
    find_accounts: { workspaceId: other.id, search: 'acme' },
    find_people: { workspaceId: other.id, search: 'yankee' },
    going_quiet: { workspaceId: other.id },
    today: { workspaceId: other.id },
  };
  for (const [name, given] of Object.entries(foreign)) {
    const { text } = await callTool(client, name, given);
    expect.soft(text, name).not.toMatch(/yankee|zulusubject|acme/i);
  }
});

test.each([
  ['is revoked', () => sql`update api_keys set revoked_at = now()`],
  ['loses its scopes', () => sql`update api_keys set scopes = '{}'`],
])('an assistant reads nothing more once its key %s', async (_, change) => {
  const { id, key } = await insertApiKey(app.db, shared.bob.id);
  const client = await connectAssistant(address, key);
  const read = () => callTool(client, 'find_accounts', toolInputs(shared)['find_accounts']);
  expect((await read()).isError).toBe(false);
  await sql`${change()} where id = ${id}`.execute(app.db);
  const refused = await read().catch(() => ({ isError: true, result: undefined }));
  expect([refused.isError, refused.result]).toEqual([true, undefined]);
});
