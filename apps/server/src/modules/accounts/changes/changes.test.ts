import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { shareWithColleague } from '#test/rights/shared-at-level.ts';
import { namedMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { createAccount } from '../create-account.ts';
import { expectFollowed, followAll } from './follow-all.fixture.ts';
import { createFollower } from './follower.fixture.ts';
import { numberChanges } from '../number-changes.ts';
import { removeOldEntries } from '../remove-old-entries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const accountsOf = (workspaceId: string) =>
  createFollower(app.db, { workspaceId, kind: 'account', limit: 2 });

const make = (workspaceId: string, domain: string, tx = app.db) =>
  createAccount(tx as never, { workspaceId, domain, name: domain, creatorId: null });

async function makeWorkspace(): Promise<string> {
  return (await app.make.workspace()).id;
}

test('a change that began before others and is committed after they were read is not missed', async () => {
  const workspaceId = await makeWorkspace();
  const follower = accountsOf(workspaceId);
  await follower.catchUp();
  const early = await sql<{ id: string }>`select uuidv7() as id`.execute(app.db);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const noted = Promise.withResolvers<void>();
  const slow = app.db.transaction().execute(async (tx) => {
    await sql`
      insert into workspace_accounts (workspace_id, id, domain, name)
      values (${workspaceId}, ${early.rows[0]?.id}, 'slow.com', 'slow')`.execute(tx);
    await sql`
      insert into changed_entries (workspace_id, kind, entry_id)
      values (${workspaceId}, 'account', ${early.rows[0]?.id})`.execute(tx);
    noted.resolve();
    await released;
  });
  await noted.promise;
  await make(workspaceId, 'fast.com');
  await follower.catchUp();
  expect(follower.entries.size).toBe(1);
  release();
  await slow;
  await follower.catchUp();
  expect(follower.entries.size).toBe(2);
});

test('what is deleted or withdrawn comes as null', async () => {
  const { ann, bob, workspaceId, accountId } = await shareWithColleague(app);
  const read = async (kind: 'accounts' | 'activities' | 'people', since?: string) =>
    app.call(`GET /api/workspaces/{workspaceId}/changes/${kind}`, {
      token: bob.token,
      params: { workspaceId },
      query: { limit: '200', ...(since !== undefined && { since }) },
    });
  const first = {
    accounts: (await read('accounts')).data,
    activities: (await read('activities')).data,
    people: (await read('people')).data,
  };
  expect(first.accounts.items.map(({ id }) => id)).toEqual([accountId]);
  expect(first.activities.items.length).toBeGreaterThan(0);
  expect(first.people.items.length).toBeGreaterThan(0);
  await app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params: { accountId } });
  for (const kind of ['accounts', 'activities', 'people'] as const) {
    const { data } = await read(kind, first[kind].cursor);
    const gone = new Map(data.items.map(({ id, entry }) => [id, entry]));
    for (const { id } of first[kind].items) expect(gone.get(id), `${kind} ${id}`).toBeNull();
  }
});

test('what one of two contributors withdraws is withdrawn from those who follow, and nothing else', async () => {
  const { settle, makeAccount, importOne, capture } = tracking(app);
  const { workspace, person: ann } = await settle();
  const ben = await app.make.member(workspace.id);
  const { domainId } = await makeAccount(ann, workspace.id);
  const { data } = await importOne(ben.token, 'acme.com');
  await app.call('POST /api/accounts/domains/share', {
    token: ben.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId: workspace.id },
  });
  await capture(ann, [namedMail('of both'), namedMail('of ann')]);
  await capture(ben, [namedMail('of both'), namedMail('of ben')]);
  const followers = followAll(app.db, [workspace.id]);
  for (const { catchUp } of followers) await catchUp();
  const activities = followers.find(({ kind }) => kind === 'activity')?.entries;
  expect(activities?.size).toBe(3);
  await app.call('DELETE /api/accounts/domains/unshare', {
    token: ann.token,
    body: { domainId, workspaceId: workspace.id },
  });
  await expectFollowed(app.db, followers);
  expect(activities?.size).toBe(2);
});

test('a key without the scope for texts follows activities without them', async () => {
  const { bob, workspaceId } = await shareWithColleague(app);
  const { key } = await insertApiKey(app.db, bob.id, { scopes: ['activities:read'] });
  const ofWorkspace = { token: key, params: { workspaceId } };
  const { data } = await app.call(
    'GET /api/workspaces/{workspaceId}/changes/activities',
    ofWorkspace,
  );
  expect(data.items.length).toBeGreaterThan(0);
  expect(new Set(data.items.map(({ entry }) => entry?.summary))).toEqual(new Set(['']));
  const refused = await app.call('GET /api/workspaces/{workspaceId}/changes/people', ofWorkspace);
  expect(refused).toMatchObject({ status: 403, error: { details: { scope: 'people:read' } } });
});

test('a cursor after which changes were removed says to start over, and one that is still complete works', async () => {
  const workspaceId = await makeWorkspace();
  const [early, late] = [accountsOf(workspaceId), accountsOf(workspaceId)];
  await early.catchUp();
  await make(workspaceId, 'one.com');
  await late.catchUp();
  await sql`update changed_entries set changed_at = now() - interval '15 days'
    where workspace_id = ${workspaceId}`.execute(app.db);
  await removeOldEntries(app.db);
  await make(workspaceId, 'two.com');
  await expect(early.read()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', status: 410 });
  await expect(early.read()).rejects.toThrow(/Start over/);
  await late.catchUp();
  expect(late.entries.size).toBe(2);
});

test('changes that nobody had read when they became too old are not missed either', async () => {
  const workspaceId = await makeWorkspace();
  const follower = accountsOf(workspaceId);
  await follower.catchUp();
  await make(workspaceId, 'one.com');
  await sql`update changed_entries set changed_at = now() - interval '15 days'
    where workspace_id = ${workspaceId}`.execute(app.db);
  await removeOldEntries(app.db);
  await expect(follower.read()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
});

test('cursors of another workspace, kind or list are refused', async () => {
  const { bob, workspaceId } = await shareWithColleague(app);
  const call = (kind: 'accounts' | 'people', since: string) =>
    app.call(`GET /api/workspaces/{workspaceId}/changes/${kind}`, {
      token: bob.token,
      params: { workspaceId },
      query: { since },
    });
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/changes/accounts', {
    token: bob.token,
    params: { workspaceId },
  });
  expect((await call('people', data.cursor)).status).toBe(400);
  await sql`update change_positions set epoch = ${randomUUID()}
    where workspace_id = ${workspaceId}`.execute(app.db);
  const { status, error } = await call('accounts', data.cursor);
  expect({ status, code: error?.code }).toEqual({ status: 410, code: 'CURSOR_EXPIRED' });
});

test('a request numbers a bounded part of what waits, and says that there is more', async () => {
  const workspaceId = await makeWorkspace();
  const follower = accountsOf(workspaceId);
  await follower.catchUp();
  await sql`
    insert into changed_entries (workspace_id, kind, entry_id)
    select ${workspaceId}, 'account', gen_random_uuid() from generate_series(1, 2500)`.execute(
    app.db,
  );
  expect(await numberChanges(app.db, workspaceId)).toBe(1_000);
  expect(await follower.read()).toBe(true);
  // Two numbering at the same time number each change once.
  const numbered = await Promise.all(
    Array.from({ length: 4 }, () => numberChanges(app.db, workspaceId, 100)),
  );
  expect(numbered.some((count) => count === 100)).toBe(true);
  const { rows } = await sql<{ twice: number }>`
    select count(*) - count(distinct number) as twice from changed_entries
    where workspace_id = ${workspaceId} and number is not null`.execute(app.db);
  expect(rows).toEqual([{ twice: 0 }]);
});

/** Statements that change what is followed. */
const WRITES =
  /(?:insertInto|deleteFrom|updateTable)\('(?:workspace_accounts|account_domains|account_activities|contacts)'|(?:insert into|update|delete from) (?:workspace_accounts|account_domains|account_activities|contacts)\b/;
const NOTES =
  /noteEntries|notePeopleOfAccount|noteActivitiesOfAccounts|insert into changed_entries/;

/** Files whose callers record what they change, or whose changes no one follows, with the reason. */
const excused: Record<string, string> = {
  'accounts/create-accounts.ts': 'listNewAccounts',
  'accounts/deletion/finish-deletion.ts': 'the account is hidden already',
  'accounts/merging/finish-merge.ts': 'the account is hidden already',
  'accounts/merging/merge-accounts.ts': 'recordMerge',
  'accounts/merging/merge-deleted-account.ts': 'recordMerge',
  'accounts/set-primary-domain.ts': 'updateListedAccount',
  'activities/publishing/published-rows.ts': 'refreshPublished',
  'activities/publishing/refresh-threads.ts': 'threads are not followed',
  'listed-accounts/write-listed-accounts.ts': 'names of users are not followed',
};

test('each file that writes what is followed records it', async () => {
  const modules = path.join(import.meta.dirname, '../..');
  const found: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: modules })) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue;
    const text = await readFile(path.join(modules, file), 'utf8');
    if (WRITES.test(text) && !NOTES.test(text)) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(excused).toSorted());
});
