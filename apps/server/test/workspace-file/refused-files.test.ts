import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '#modules/audit/actor.ts';
import { readZipFiles } from '#modules/personal-data/archive/read-zip.fixture.ts';
import { writeZip } from '#modules/personal-data/archive/write-zip.ts';
import { exportWorkspaceFile } from '#modules/personal-data/export-workspace-file.ts';
import {
  openWorkspaceFile,
  requireUnchanged,
} from '#modules/personal-data/workspace-file/open-workspace-file.ts';
import { importWorkspaceFile } from '#modules/personal-data/import-workspace-file.ts';
import { createWorld, type World } from '../authorization/world.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

let world: World;
let target: TestApp;
let whole: Buffer;
let files: Map<string, string>;
const folder = makeTemporaryFolder('refused-files');
const file = path.join(folder, 'ours.zip');
const changed = path.join(folder, 'changed.zip');
beforeAll(async () => {
  world = await createWorld();
  await exportWorkspaceFile(world.app.db, { workspaceId: world.ours.id, file, actor: commandLine });
  whole = await readFile(file);
  files = readZipFiles(whole);
});
afterAll(() => world.app.close());
beforeEach(async () => {
  target = await createTestApp();
  return () => target.close();
});

const importFile = (from = changed) =>
  importWorkspaceFile(target.db, { file: from, actor: commandLine });

/** Imports a file that cannot be imported. Returns why, after looking that nothing of it is there. */
async function refusalOf(content: Buffer): Promise<string> {
  await writeFile(changed, content);
  const error = await importFile().then(
    () => new Error('It was imported.'),
    (thrown: Error) => thrown,
  );
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from users) + (select count(*) from workspaces)
      + (select count(*) from audit_entries) as count`.execute(target.db);
  expect(rows).toEqual([{ count: 0 }]);
  return error.message;
}

/** An archive with other files. */
async function archiveOf(given: Map<string, string>): Promise<Buffer> {
  async function* entries() {
    for (const [name, content] of given) yield { name, content: [content] };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(entries(), new Date())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const withManifest = (change: object) =>
  archiveOf(
    new Map(files).set(
      'manifest.json',
      JSON.stringify({ ...JSON.parse(files.get('manifest.json') ?? ''), ...change }),
    ),
  );

test('a file that is cut off anywhere', async () => {
  for (const part of [0, 0.01, 0.5, 0.9, 0.999]) {
    const reason = await refusalOf(whole.subarray(0, Math.floor(whole.length * part)));
    expect(reason).toMatch(/^The file was cut off or changed: .+\. Copy it again\. Nothing was/);
  }
});

test('a file in which any byte was changed has the same rows, or is refused', async () => {
  let refused = 0;
  const step = Math.ceil(whole.length / 100);
  for (let at = 0; at < whole.length; at += step) {
    const content = Buffer.from(whole);
    content[at] = (content[at] ?? 0) ^ 0x21;
    await writeFile(changed, content);
    // What it does not refuse is a byte beside the content, such as the time of a file.
    const isRefused = await readAll().then(
      () => false,
      () => true,
    );
    if (isRefused) refused += 1;
  }
  expect(refused).toBeGreaterThan(60);
});

async function readAll(): Promise<void> {
  const opened = await openWorkspaceFile(target.db, changed);
  await requireUnchanged(opened).finally(() => opened.archive.close());
}

test('a file with a changed row, a row less, and a table less', async () => {
  const rows = files.get('rows/users.jsonl') ?? '';
  const isChanged = 'rows/users.jsonl was changed since it was written';
  const other = rows.replace('owner@company.com', 'thief@company.com');
  expect(await refusalOf(await archiveOf(new Map(files).set('rows/users.jsonl', other)))).toContain(
    isChanged,
  );
  const fewer = rows.slice(rows.indexOf('\n') + 1);
  expect(await refusalOf(await archiveOf(new Map(files).set('rows/users.jsonl', fewer)))).toContain(
    isChanged,
  );
  const without = new Map(files);
  without.delete('rows/users.jsonl');
  expect(await refusalOf(await archiveOf(without))).toContain('Its list of contents was changed');
});

test('a file of a newer server, of an older one, and of other tables', async () => {
  expect(await refusalOf(await withManifest({ version: 2 }))).toMatch(/^A newer server wrote this/);
  expect(await refusalOf(await withManifest({ schema: '9999-later' }))).toMatch(
    /^A newer server wrote this file \(9999-later; here it is .+\)\. Upgrade this one\. Nothing/,
  );
  expect(await refusalOf(await withManifest({ schema: '0001-first' }))).toMatch(
    /^An older server wrote this file .+ Upgrade that one, then export again/,
  );
  expect(await refusalOf(await withManifest({ tables: [] }))).toContain('are not those of this');
});

test('a file of something else', async () => {
  expect(await refusalOf(Buffer.from('no archive\n'.repeat(100)))).toContain('cut off or changed');
  expect(await refusalOf(await archiveOf(new Map([['a.txt', 'a']])))).toBe(
    'This is not the file of a workspace. Nothing was imported.',
  );
  expect(await refusalOf(await withManifest({ format: 'account-tracker-own-data' }))).toBe(
    'This is the download of a user’s data, not the file of a workspace. Nothing was imported.',
  );
  await expect(importFile(path.join(folder, 'absent.zip'))).rejects.toThrow('There is no file');
});

test('a second time, and where its address is taken', async () => {
  await importFile(file);
  await expect(importFile(file)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/is on this server already\. Nothing was imported\.$/),
  });
  await sql`delete from workspaces`.execute(target.db);
  await sql`update organizations set id = ${crypto.randomUUID()}`.execute(target.db);
  await expect(importFile(file)).rejects.toThrow(/has the address/);
});

test('a user who is here with the same address stays as they are, and is the member', async () => {
  const { email } = world.ours.owner;
  const here = await target.make.person({ email, name: 'Here', is_admin: true });
  await importFile(file);
  const { data } = await target.call('GET /api/workspaces/{workspaceId}/members', {
    token: here.token,
    params: { workspaceId: world.ours.id },
  });
  expect(data.items.find((member) => member.email === email)).toMatchObject({
    userId: here.id,
    role: 'owner',
    sharedDomains: 1,
    isAdministrator: true,
  });
  const feed = await target.call('GET /api/accounts/{accountId}/timeline', {
    token: here.token,
    params: { accountId: world.ours.accountId },
  });
  expect(feed.data.activities.length).toBeGreaterThan(1);
  const { rows } = await sql`select from users where id = ${world.ours.owner.id}`.execute(
    target.db,
  );
  expect(rows).toEqual([]);
});

test('both workspaces of a user, one after the other', async () => {
  const { app, theirs, ours } = world;
  await app.make.membership(theirs.id, ours.owner.id);
  const second = path.join(folder, 'theirs.zip');
  await exportWorkspaceFile(app.db, { workspaceId: theirs.id, file: second, actor: commandLine });
  await importFile(file);
  await importFile(second);
  const token = await target.make.session(ours.owner.id);
  const { data } = await target.call('GET /api/workspaces', { token });
  expect(data.items.map(({ slug }) => slug).sort()).toEqual(['ours', 'theirs']);
});
