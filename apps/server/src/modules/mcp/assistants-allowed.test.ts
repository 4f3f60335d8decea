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
