import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '@repo/contract/limits';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { leaveWorkspace } from '#modules/workspaces/members/leave-workspace.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { forgetNoteVersions } from './note-versions.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let bob: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  bob = await app.make.member(workspace.id, { name: 'Bob' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

const write = (person: MadePerson, note: string, replaces: string) =>
  app.call('PUT /api/accounts/{accountId}/note', {
    token: person.token,
    params: { accountId },
    body: { note, replaces },
  });
const read = (person: MadePerson, of = accountId) =>
  app.call('GET /api/accounts/{accountId}/note-versions', {
    token: person.token,
    params: { accountId: of },
  });
const versions = async () =>
  (await read(ann)).data.versions.map(({ note, writtenBy, writtenAt }) => [
    note,
    writtenBy?.name,
    typeof writtenAt,
  ]);

test('a note has its versions with their authors and times, the present one first', async () => {
  expect(await versions()).toEqual([]);
  await write(ann, 'Renews in March', '');
  await write(bob, '', 'Renews in March');
  await write(bob, '<script>alert(1)</script> 🚀', '');
  // What is refused or changes nothing is no version.
  await write(ann, 'Late', 'Renews in March');
  await write(ann, '<script>alert(1)</script> 🚀', 'anything');
  expect(await versions()).toEqual([
    ['<script>alert(1)</script> 🚀', 'Bob', 'string'],
    ['', 'Bob', 'string'],
    ['Renews in March', 'Ann', 'string'],
  ]);
});

test('a note without a record is listed without an author, and recorded when it changes', async () => {
  await app.db
    .updateTable('workspace_accounts')
    .set({ note: 'From a file' })
    .where('id', '=', accountId)
    .execute();
  expect(await versions()).toEqual([['From a file', undefined, 'object']]);
  await write(ann, 'Mine', 'From a file');
  expect(await versions()).toEqual([
    ['Mine', 'Ann', 'string'],
    ['From a file', undefined, 'object'],
  ]);
});

test('the oldest versions are forgotten', async () => {
  let before = '';
  for (let count = 1; count <= limits.noteVersions + 5; count += 1) {
    await write(ann, `Version ${count}`, before);
    before = `Version ${count}`;
  }
  const { data } = await read(ann);
  expect(data.versions).toHaveLength(limits.noteVersions);
  expect(data.versions.at(-1)?.note).toBe('Version 6');
  const { count } = await app.db
    .selectFrom('note_versions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(limits.noteVersions);
});

test('nobody but the members of the workspace reads the versions', async () => {
  await write(bob, 'Between us', '');
  const elsewhere = await app.make.workspace();
  const outsider = await app.make.member(elsewhere.id);
  expect((await read(outsider)).status).toBe(404);
  await app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: bob.id, workspaceId: workspace.id }));
  expect((await read(bob)).status).toBe(404);
  // What they wrote stays with the workspace.
  expect(await versions()).toEqual([['Between us', 'Bob', 'string']]);
  await app.db.deleteFrom('users').where('id', '=', bob.id).execute();
  expect(await versions()).toEqual([['Between us', undefined, 'string']]);
});

test('the versions come back with a restored account, go with one that is gone, and a merge is one', async () => {
  await write(ann, 'First', '');
  const params = { workspaceId: workspace.id, accountId };
  await app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params });
  expect((await read(ann)).status).toBe(404);
  const path = 'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore';
  await app.call(path, { token: ann.token, params });
  expect(await versions()).toEqual([['First', 'Ann', 'string']]);

  const { data } = await app.call('POST /api/accounts/import', {
    token: ann.token,
    body: { domains: ['beta.com'], workspaceId: workspace.id, name: 'Beta' },
  });
  const intoAccountId = data.results[0]?.workspaceAccount?.id ?? '';
  const merged = await app.call('POST /api/accounts/{accountId}/merge', {
    token: bob.token,
    params: { accountId },
    body: { intoAccountId },
  });
  expect(merged.status).toBe(200);
  expect((await read(ann, intoAccountId)).data.versions).toMatchObject([
    { note: 'First', writtenBy: { name: 'Bob' } },
  ]);
  await forgetNoteVersions(app.db, { workspaceIds: [workspace.id], accountIds: [intoAccountId] });
  expect((await read(ann, intoAccountId)).data.versions).toMatchObject([
    { note: 'First', writtenBy: null },
  ]);
});
