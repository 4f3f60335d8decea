import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#test/create-test-database.ts';
import { setupHint } from '../setup-hint.ts';
import { verifyPassword } from '#modules/auth/password-hash.ts';
import { findResetToken } from '#modules/auth/reset-token.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { findRunningPostgres } from '@repo/embedded-postgres/find-running-postgres';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';

import { runCommandLine } from './run-command-line.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** In this process: starting one takes longer than most commands. */
const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommandLine(args, { DATA_DIR: folder, ...environment });

/** Starts the CLI as a shell would. */
async function spawnCli(args: string[], environment: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const [output, complaint] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  return { exitCode: await ended, output: output.toString(), complaint: complaint.toString() };
}

describe('on DATABASE_URL', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, poolSize: 2, onLostConnection: () => {} });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  const settings = () => ({ DATABASE_URL: database.url, PUBLIC_URL: 'https://app.example' });
  const cli = (args: string[]) => run(args, settings());
  const json = async (...args: string[]) => JSON.parse((await cli([...args, '--json'])).output);

  test('starts a team, from the first administrator to the first member', async () => {
    expect(await setupHint(db, {})).toContain('npm run cli -- create-admin --email');
    const { user, link } = await json('create-admin', '--email=Root@Acme.example', '--name=Root');
    expect(user).toMatchObject({ email: 'root@acme.example', name: 'Root' });
    expect(link).toMatch(/^https:\/\/app\.example\/reset-password\?token=[\w-]{43}$/);
    expect(await setupHint(db, {})).toBeUndefined();

    await json('create-organization', '--name=Acme', '--slug=acme');
    await json('create-workspace', '--organization=acme', '--name=Sales', '--slug=sales');
    const invited = await cli([
      'invite',
      '--email=ann@acme.example',
      '--workspace=acme/sales',
      '--role=owner',
      '--print-mail',
    ]);
    expect(invited.output).toContain('Invited ann@acme.example as owner of acme/sales.');
    expect(invited.output).toContain('https://app.example/invitation?token=');

    const { items } = await json('list', 'invitations', '--workspace=acme/sales');
    expect(items).toMatchObject([{ email: 'ann@acme.example', role: 'owner', state: 'pending' }]);
    const audit = await json('list', 'audit', '--limit=1');
    expect(audit.items).toMatchObject([
      { action: 'member.invited', actor: { id: null, name: 'Command line' } },
    ]);
    const args = ['--email=Ann@acme.example', '--workspace=acme/sales'];
    expect((await cli(['withdraw-invitation', ...args])).output).toBe(
      'Withdrew the invitation of ann@acme.example to acme/sales.',
    );
    const after = await json('list', 'invitations', '--workspace=acme/sales');
    expect(after.items).toEqual([]);
    expect((await cli(['withdraw-invitation', ...args])).complaint).toBe(
      'ann@acme.example is not invited to acme/sales',
    );
  });

  test('removes a member to the end, however long it takes', async () => {
    await json('create-organization', '--name=Three', '--slug=three');
    await json('invite', '--email=dee@acme.example', '--name=Dee');
    await json('create-workspace', '--organization=three', '--name=sales', '--slug=sales');
    await json('add-member', '--email=dee@acme.example', '--workspace=three/sales');
    // More accounts that they shared with than one step withdraws from.
    await sql`
      with person as (select id from users where email = 'dee@acme.example'),
      account as (
        insert into workspace_accounts (workspace_id, name, domain)
        select workspaces.id, 'Acme', n || 'acme.com'
        from workspaces join organizations on organizations.id = organization_id
        cross join generate_series(1, 60) n
        where organizations.slug = 'three'
        returning workspace_id, id, domain
      ),
      tracked as (
        insert into domains (owner_id, domain, source)
        select person.id, account.domain, 'manual' from person, account
        returning id, owner_id, domain
      )
      insert into domain_shares (owner_id, domain_id, workspace_id, account_id)
      select owner_id, tracked.id, workspace_id, account.id
      from tracked join account on account.domain = tracked.domain`.execute(db);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    onTestFinished(() => clock.mockRestore());
    const removed = await cli([
      'remove-member',
      '--email=dee@acme.example',
      '--workspace=three/sales',
    ]);
    expect(removed).toMatchObject({
      exitCode: 0,
      output: 'Removed dee@acme.example. Domains that are no longer shared there: 60.',
    });
    expect(await db.selectFrom('publish_requests').selectAll().execute()).toEqual([]);
  });

  test('invites to a workspace: adds who has an account, invites who has none', async () => {
    await json('create-organization', '--name=Two', '--slug=two');
    await json('create-workspace', '--organization=two', '--name=Sales', '--slug=sales');
    await json('invite', '--email=cy@acme.example', '--name=Cy');
    const added = await json('invite', '--email=cy@acme.example', '--workspace=two/sales');
    expect(added).toMatchObject({ member: { email: 'cy@acme.example' }, invitation: null });
    const invited = await json('invite', '--email=di@acme.example', '--workspace=two/sales');
    expect(invited).toMatchObject({ member: null, invitation: { email: 'di@acme.example' } });
    expect(
      (await cli(['list', 'invitations', '--workspace=two/sales', '--search=DI@'])).output,
    ).toMatch(/^EMAIL +ROLE +STATE +EXPIRES\ndi@acme\.example +member +pending +\d{4}-/);
  });

  test('changes members, deactivates and activates, and sends reset links', async () => {
    await json('invite', '--email=bo@acme.example', '--name=Bo');
    const added = await json('add-member', '--email=bo@acme.example', '--workspace=acme/sales');
    expect(added.member).toMatchObject({ role: 'member' });
    const removed = await json(
      'remove-member',
      '--email=bo@acme.example',
      '--workspace=acme/sales',
    );
    expect(removed).toEqual({ email: 'bo@acme.example', sharesEnded: 0 });
    const reset = await json('reset-password', '--email=bo@acme.example', '--print-mail');
    expect(reset.mails).toMatchObject([{ to: 'bo@acme.example' }]);
    expect((await cli(['deactivate', '--email=bo@acme.example'])).exitCode).toBe(0);
    const { items } = await json('list', 'users', '--search=bo@');
    expect(items).toMatchObject([{ email: 'bo@acme.example', isActive: false }]);

    expect(await json('activate', '--email=Bo@acme.example')).toEqual({ email: 'bo@acme.example' });
    const again = await json('list', 'users', '--search=bo@');
    expect(again.items).toMatchObject([{ isActive: true }]);
    const audit = await json('list', 'audit', '--person=bo@acme.example', '--limit=1');
    expect(audit.items).toMatchObject([
      { action: 'user.updated', before: { isActive: false }, after: { isActive: true } },
    ]);
  });

  test('takes a password from the standard input', async () => {
    const args = ['create-admin', '--email=pw@acme.example', '--name=Pw', '--password-stdin'];
    const refused = await spawnCli(args, settings(), 'short\n');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.complaint).toBe('Password must be at least 6 characters\n');
    expect(await spawnCli(args, settings(), 'long enough\n')).toMatchObject({ exitCode: 0 });
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', 'pw@acme.example')
      .executeTakeFirstOrThrow();
    expect(await verifyPassword('long enough', password_hash)).toBe(true);
  });

  test('the link of create-admin still works after add-member', async () => {
    const { user, link } = await json('create-admin', '--email=late@acme.example', '--name=Late');
    const added = await cli([
      'add-member',
      '--email=late@acme.example',
      '--workspace=acme/sales',
      '--print-mail',
    ]);
    expect(added.output).toContain('late@acme.example is member of acme/sales now.');
    const token = new URL(String(link)).searchParams.get('token') ?? '';
    expect(await findResetToken(db, token)).toMatchObject({ id: user.id });
  });

  test.each([
    [
      ['create-organization', '--name=Two', '--slug=acme'],
      'An organization with the slug acme already exists',
    ],
    [['create-organization', '--name=Two', '--slug=api'], 'The slug "api" is reserved'],
    [
      ['create-workspace', '--organization=nowhere', '--name=A', '--slug=a'],
      'There is no organization with the slug nowhere',
    ],
    [
      ['add-member', '--email=no@acme.example', '--workspace=acme/sales'],
      'There is no user with the email no@acme.example',
    ],
    [['activate', '--email=no@acme.example'], 'There is no user with the email no@acme.example'],
    [['list', 'members', '--workspace=acme/none'], 'There is no workspace acme/none'],
  ])('refuses %j with 1', async (args, message) => {
    expect(await cli(args)).toEqual({ exitCode: 1, output: '', complaint: message });
    const output = JSON.parse((await cli([...args, '--json'])).complaint);
    expect(output.error.message).toBe(message);
  });

  test.each([
    [[], 'Usage: npm run cli'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['invite', '--name=A'], "required option '--email <email>' not specified"],
    [['invite', '--email=a@b.example'], 'invite needs --name NAME or --workspace'],
    [['list', 'invitations'], 'list invitations needs --workspace'],
    [['activate', '--email= '], 'It must not be empty.'],
    [['activate'], "required option '--email <email>' not specified"],
    [
      ['invite', '--email=a@b.example', '--name=A', '--colour=red'],
      "unknown option '--colour=red'",
    ],
    [
      ['invite', '--email=a@b.example', '--name=A', '--workspace=acme/sales', '--role=boss'],
      '--role must be owner or member',
    ],
    [['list'], "missing required argument 'what'"],
    [['list', 'constructor'], 'Allowed choices are users, organizations'],
    [['list', 'users', '--page=-1'], '--page must be a whole number'],
    [['list', 'users', '--limit=1e9'], '--limit must be a whole number'],
    [['list', 'members', '--workspace=acme'], '"acme" names no workspace'],
    [['deactivate', 'ann', '--email=a@b.example'], "too many arguments for 'deactivate'"],
  ])('%j was called wrongly: 2', async (args, complaint) => {
    const output = await cli(args);
    expect(output).toMatchObject({ exitCode: 2, output: '' });
    expect(output.complaint).toContain(complaint);
  });

  test('explains itself, without any database', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const help = await run(['--help'], away);
    expect(help).toMatchObject({ exitCode: 0, complaint: '' });
    expect(help.output).toContain('create-admin');
    const own = await run(['invite', '--help'], away);
    expect(own.output).toContain('--workspace <organization/workspace>');
    expect(own.output).toContain('Exit codes: 0 success, 1 failure, 2 usage error.');
  });

  test.each([[['list', 'users']], [['doctor']]])(
    '%j without the database says what to look at',
    async (args) => {
      const output = await run(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
      expect(output).toMatchObject({ exitCode: 1, output: '' });
      expect(output.complaint).toMatch(
        /^The database cannot be reached: .*ECONNREFUSED.*\. Check DATABASE_URL, and that PostgreSQL runs there\./,
      );
    },
  );

  test('a database without the schema says which command to run', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const environment = { DATABASE_URL: url };
    const refused = await run(['list', 'users'], environment);
    expect(refused.exitCode).toBe(1);
    expect(refused.complaint).toContain('Run: npm run cli -- migrate');
    expect((await run(['migrate'], environment)).exitCode).toBe(0);
    expect((await run(['list', 'users'], environment)).exitCode).toBe(0);
  });
});

describe('on the embedded database', () => {
  const postgres = () => path.join(folder, 'postgres');

  // Creating a cluster takes long on a busy machine.
  test('starts it for the command and stops it again', { timeout: 60_000 }, async () => {
    const made = await run(['create-organization', '--name=Acme', '--slug=acme']);
    expect(made).toEqual({ exitCode: 0, output: 'Created the organization acme.', complaint: '' });
    expect(await findRunningPostgres(postgres())).toBeUndefined();
    expect(await readdir(path.join(postgres(), 'cluster'))).not.toContain('postmaster.pid');
  });

  test('uses the one of a running server and leaves it running', async () => {
    const server = await startEmbeddedPostgres({
      dataDir: postgres(),
      durable: false,
      log: pino({ level: 'silent' }),
      onLost: () => {},
    });
    try {
      expect(await findRunningPostgres(postgres())).toBe(server.url);
      const { exitCode, output } = await run(['list', 'organizations', '--json']);
      expect([exitCode, JSON.parse(output).items[0].slug]).toEqual([0, 'acme']);
      expect(await findRunningPostgres(postgres())).toBe(server.url);
    } finally {
      await server.stop();
    }
  });
});

test('the first step names the settings that the command must share, and no secret', async () => {
  const database = await createTestDatabase();
  const db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
  const output = await setupHint(db, {
    DATA_DIR: "/srv/our app's data",
    PORT: '8080',
    DATABASE_URL: 'postgres://app:secret@db/app',
  });
  await db.destroy();
  await database.drop();
  expect(output).toContain(
    `DATA_DIR='/srv/our app'\\''s data' PORT=8080 DATABASE_URL="$DATABASE_URL" npm run cli -- create-admin`,
  );
  expect(output).not.toContain('secret');
});
