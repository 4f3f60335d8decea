import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { scopeNames } from '@repo/contract/scopes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { runCommandLine } from './run-command-line.ts';

/** Commands for a server whose own process is killed with SIGKILL while the server works. */
let app: TestApp;
let address: string;
let key: string;

beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const root = await app.make.person({ email: 'root@acme.example', is_admin: true });
  ({ key } = await insertApiKey(app.db, root.id, { scopes: [...scopeNames] }));
  await remote('create-organization', '--name=Acme', '--slug=acme');
  await remote('create-workspace', '--organization=acme', '--name=Sales', '--slug=sales');
  await app.make.person({ email: 'ann@acme.example' });
  await app.make.person({ email: 'bob@acme.example' });
});
afterAll(() => app.close());

const remote = (...args: string[]) =>
  runCommandLine([...args, '--server', address], { API_KEY: key });

type Change = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server before the real one, which hands over all requests but those that change something. */
async function startBetween(onChange: Change): Promise<string> {
  const between = createServer((request, response) => {
    void (request.method === 'GET' ? pass(request, response) : onChange(request, response));
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => {
    between.closeAllConnections();
    between.close();
  });
  return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
}

async function pass(request: IncomingMessage, response?: ServerResponse): Promise<void> {
  const body = await text(request);
  const answer = await fetch(`${address}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization: request.headers.authorization ?? '',
      'idempotency-key': String(request.headers['idempotency-key'] ?? ''),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  });
  const answered = await answer.text();
  response?.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
}

/** Runs a command in a process of its own, which is killed at its change. */
async function killAtChange(args: string[], isDone: boolean): Promise<void> {
  const between = await startBetween(async (request) => {
    if (isDone) await pass(request);
    child.kill('SIGKILL');
  });
  const program = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [program, ...args, '--server', between], {
    env: { PATH: process.env['PATH'] ?? '', API_KEY: key },
    cwd: tmpdir(),
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

/** What the audit log has beside the uses of the key. */
async function readChanges(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where action not like 'api-key.%' order by id`.execute(app.db);
  return rows.map(({ action }) => action);
}

const ofSales = '--workspace=acme/sales';
test.each([
  [['create-organization', '--name=Twice', '--slug=twice'], 1],
  [['create-workspace', '--organization=acme', '--name=Twice', '--slug=twice'], 1],
  [['invite', '--email=eve@acme.example', '--name=Eve'], 1],
  [['invite', '--email=new@acme.example', ofSales], 1],
  [['withdraw-invitation', '--email=new@acme.example', ofSales], 1],
  [['add-member', '--email=ann@acme.example', ofSales], 1],
  [['remove-member', '--email=ann@acme.example', ofSales], 1],
  [['deactivate', '--email=bob@acme.example'], 0],
  [['activate', '--email=bob@acme.example'], 0],
])('%o is done once by two runs, the first of which was killed', async (args, exitCode) => {
  const before = await readChanges();
  await killAtChange(args, true);
  const done = await readChanges();
  expect(done).toHaveLength(before.length + 1);
  const again = await remote(...args);
  expect(again).toMatchObject({ exitCode });
  expect(await readChanges()).toEqual(done);
});

test('a link to choose a password is sent again, and replaces the first one', async () => {
  const args = ['reset-password', '--email=bob@acme.example'];
  await killAtChange(args, true);
  expect(await remote(...args)).toMatchObject({ exitCode: 0 });
  const { rows } = await sql`
    select from password_resets reset join users on users.id = reset.user_id
    where users.email = 'bob@acme.example'`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test('a command that was killed before the server knew of it is done by the second run', async () => {
  const args = ['create-organization', '--name=Later', '--slug=later'];
  await killAtChange(args, false);
  expect(await remote(...args)).toMatchObject({ exitCode: 0 });
});
