import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Scope } from '@repo/contract/scopes';
import { scopeNames } from '@repo/contract/scopes';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { runCommandLine } from './run-command-line.ts';

/** The command line of another machine: it has an address and a key, and neither database nor settings. */
let app: TestApp;
let address: string;
let root: { id: string; email: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  root = await app.make.person({ email: 'root@acme.example', is_admin: true });
});
afterAll(() => app.close());

const keyOf = async (userId: string, scopes: readonly Scope[] = scopeNames) =>
  (await insertApiKey(app.db, userId, { scopes: [...scopes] })).key;

async function remote(key: string, ...args: string[]) {
  const { exitCode, output, complaint } = await runCommandLine(
    [...args, '--server', address, '--json'],
    { API_KEY: key },
  );
  if (exitCode === 0) return JSON.parse(output);
  return complaint.startsWith('{') ? JSON.parse(complaint) : { exitCode, complaint };
}

test('starts a team on another machine’s server, and changes it', async () => {
  const key = await keyOf(root.id);
  await remote(key, 'create-organization', '--name=Acme', '--slug=acme');
  await remote(key, 'create-workspace', '--organization=acme', '--name=Sales', '--slug=sales');
  const { user, mail } = await remote(key, 'invite', '--email=Ann@acme.example', '--name=Ann');
  expect({ email: user.email, mail }).toEqual({ email: 'ann@acme.example', mail: 'sent' });
  const added = ['--email=ann@acme.example', '--workspace=acme/sales'];
  const { member } = await remote(key, 'add-member', ...added, '--role=owner');
  expect(member).toMatchObject({ email: 'ann@acme.example', role: 'owner' });
  await remote(key, 'invite', '--email=bob@acme.example', '--workspace=acme/sales');

  const named = async (what: string, ...more: string[]) =>
    (await remote(key, 'list', what, ...more)).items.map(
      (item: { email?: string; slug?: string; action?: string }) =>
        item.email ?? item.slug ?? item.action,
    );
  const ofSales = '--workspace=acme/sales';
  expect(await named('users', '--search=ann@')).toEqual(['ann@acme.example']);
  expect(await named('organizations')).toEqual(['acme']);
  expect(await named('workspaces')).toEqual(['sales']);
  expect(await named('members', ofSales)).toEqual(['ann@acme.example']);
  expect(await named('invitations', ofSales)).toEqual(['bob@acme.example']);

  await remote(key, 'withdraw-invitation', '--email=bob@acme.example', ofSales);
  expect(await named('invitations', ofSales)).toEqual([]);
  await remote(key, 'deactivate', '--email=ann@acme.example');
  expect(await isActive('ann@acme.example')).toBe(false);
  await remote(key, 'activate', '--email=ann@acme.example');
  expect(await isActive('ann@acme.example')).toBe(true);
  await remote(key, 'reset-password', '--email=ann@acme.example');
  await remote(key, 'remove-member', ...added);
  expect(await named('members', ofSales)).toEqual([]);
  const audited = await named('audit', '--person=ann@acme.example', '--limit=100');
  expect(new Set(audited)).toEqual(
    new Set([
      'member.removed',
      'user.updated',
      'member.added',
      'user.invited',
      'user.password-reset-sent',
    ]),
  );
});

async function isActive(email: string): Promise<boolean> {
  const { is_active } = await app.db
    .selectFrom('users')
    .select('is_active')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return is_active;
}

test('shows the same table as on the server itself', async () => {
  const key = await keyOf(root.id);
  const args = ['list', 'users', '--search=root'];
  const here = await runCommandLine(args, {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.context.config.dataDir,
  });
  const there = await runCommandLine([...args, '--server', address], { API_KEY: key });
  expect(there).toEqual(here);
  expect(there.output).toContain('root@acme.example');
});

test('is refused what the key or its user may not do, and says why', async () => {
  const ann = await app.make.person({ email: 'nobody@acme.example' });
  const invite = ['invite', '--email=x@acme.example', '--name=X'];
  const refusal = async (key: string, ...args: string[]) => (await remote(key, ...args)).error;
  expect(await refusal(await keyOf(ann.id), 'list', 'users')).toEqual({
    message: 'Admin access required',
    code: 'FORBIDDEN',
  });
  expect(
    (await refusal(await keyOf(root.id, ['administration:read']), ...invite)).message,
  ).toContain('lacks the scope administration:write');
  expect((await refusal(await keyOf(root.id), ...invite, '--admin')).message).toContain(
    'cannot make an administrator',
  );
  const deactivateRoot = ['deactivate', `--email=${root.email}`];
  const other = await app.make.person({ email: 'other-root@acme.example', is_admin: true });
  expect((await refusal(await keyOf(other.id), ...deactivateRoot)).message).toContain(
    'or change one',
  );
  expect(await refusal(await keyOf(root.id), 'deactivate', '--email=who@acme.example')).toEqual({
    message: 'There is no user with the email who@acme.example',
    code: 'NOT_FOUND',
  });
  expect(await isActive(root.email)).toBe(true);
  const members = ['list', 'members', '--workspace=acme/sales/more'];
  expect((await refusal(await keyOf(root.id), ...members)).message).toContain('names no workspace');
});

test('an owner manages the members of their own workspace, and no other', async () => {
  const { id: workspaceId, address: named } = await makeWorkspace('owned');
  const { address: other } = await makeWorkspace('other');
  const owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
  const ann = await app.make.member(workspaceId, { email: 'ann-of@owned.example' });
  const key = await keyOf(owner.id);
  const there = `--workspace=${named}`;
  await remote(key, 'invite', '--email=new@owned.example', there);
  const emails = async (what: string) =>
    (await remote(key, 'list', what, there)).items.map(({ email }: { email: string }) => email);
  expect(await emails('invitations')).toEqual(['new@owned.example']);
  await remote(key, 'withdraw-invitation', '--email=new@owned.example', there);
  expect(await emails('invitations')).toEqual([]);
  expect((await emails('members')).toSorted()).toEqual([ann.email, owner.email].toSorted());
  await remote(key, 'remove-member', `--email=${ann.email}`, there);
  expect(await emails('members')).toEqual([owner.email]);
  for (const args of [
    ['list', 'members', `--workspace=${other}`],
    ['remove-member', `--email=${root.email}`, there],
  ]) {
    expect((await remote(key, ...args)).error).toMatchObject({ code: 'NOT_FOUND' });
  }
});

async function makeWorkspace(slug: string): Promise<{ id: string; address: string }> {
  const { id } = await app.make.workspace({ slug });
  const { organization } = await app.db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select('organizations.slug as organization')
    .where('workspaces.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, address: `${organization}/${slug}` };
}

test('a change whose answer is lost was made once, and counts as made', async () => {
  const cutting = createServer(async (request, response) => {
    const answer = await relay(request);
    // The first answer to a change is lost on the way back.
    if (request.method !== 'GET' && !lost) {
      lost = true;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  let lost = false;
  async function relay(request: IncomingMessage) {
    const { url = '', method = '', headers } = request;
    const { authorization = '', 'idempotency-key': once } = headers;
    const body = method === 'GET' ? undefined : await text(request);
    const answer = await fetch(`${address}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `${once}` },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  }
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void cutting.close());
  const there = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
  const make = ['create-organization', '--name=Lost', '--slug=lost', '--server', there];
  const environment = { API_KEY: await keyOf(root.id) };
  expect(await runCommandLine(make, environment)).toEqual({
    exitCode: 0,
    output: expect.stringContaining('The server made the change'),
    complaint: '',
  });
  expect(lost).toBe(true);
  const { items } = await remote(environment.API_KEY, 'list', 'organizations', '--search=lost');
  expect(items).toHaveLength(1);
});

test('a key from a file; none, a wrong address and another server are explained', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  await writeFile(file, `${await keyOf(root.id)}\n`);
  await chmod(file, 0o600);
  const run = (environment: Record<string, string>, server = address) =>
    runCommandLine(['list', 'users', '--server', server], environment);
  expect(await run({ API_KEY_FILE: file })).toMatchObject({ exitCode: 0 });
  expect(await run({})).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('API_KEY'),
  });
  const key = await keyOf(root.id);
  expect(await run({ API_KEY: key }, 'tracker.example.com')).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('write https://NAME'),
  });
  expect(await run({ API_KEY: 'atk_x' })).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('its checksum is wrong'),
  });
  const stranger = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  expect(await run({ API_KEY: key }, `http://127.0.0.1:${port}`)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('not as this product does'),
  });
});

test('what only the server’s own machine can do does not take --server', async () => {
  const answer = await runCommandLine(['migrate', '--server', address], { API_KEY: 'atk_x' });
  expect(answer).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('--server') });
  const printing = ['invite', '--email=y@acme.example', '--name=Y', '--print-mail'];
  expect(
    await runCommandLine([...printing, '--server', address], { API_KEY: await keyOf(root.id) }),
  ).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('--print-mail') });
});

test('a key without --server is no command for this machine', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  const key = await keyOf(root.id);
  await writeFile(file, key);
  const local = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: app.databaseUrl };
  const make = ['create-organization', '--name=Here', '--slug=here'];
  for (const [name, environment] of [
    ['API_KEY', { API_KEY: key }],
    ['API_KEY_FILE', { API_KEY_FILE: file }],
  ] as const) {
    expect(await runCommandLine(make, { ...local, ...environment })).toEqual({
      exitCode: 2,
      output: '',
      complaint: `${name} is set, which is for --server: add --server https://NAME, or unset ${name} to do it on this machine`,
    });
  }
  // That of another program, and a command that no server takes.
  expect(await runCommandLine(make, { ...local, API_KEY: 'sk-other' })).toMatchObject({
    exitCode: 0,
  });
  expect(await runCommandLine(['migrate'], { ...local, API_KEY: key })).toMatchObject({
    exitCode: 0,
  });
});
