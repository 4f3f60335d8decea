import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { leaveWorkspace } from '#modules/workspaces/members/leave-workspace.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { captureActivities } from '../../capture-activities.ts';
import { removeCaptured } from '../../remove-captured.ts';
import { sampleMail } from '../../sample-mail.fixture.ts';
import { fillWords } from '../../search/fill-words.job.ts';
import { storeTranscript } from '../../store-transcript.ts';
import { publishRemaining } from '../../publish-requests.job.ts';
import { takeRemainingSteps } from '../../publish-requests.ts';
import { publishStepSize } from '../../publish-step.ts';
import { chooseStorage, treatAsCluster } from '#platform/database/distribution/storage.ts';
import { publisherOf } from './publisher-of.ts';
import { makeUnreachable } from './unreachable-workspace.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  treatAsCluster(app.db);
});
afterAll(() => app.close());

/** A member who shares acme.com with the account of a workspace. */
async function prepare(domain = 'acme.com') {
  const workspace = await app.make.workspace();
  const person = await app.make.member(workspace.id);
  await tracking(app).importOne(person.token, domain, workspace.id);
  const { id: domainId, account_id: accountId } = await app.db
    .selectFrom('domains')
    .innerJoin('domain_shares', (join) =>
      join
        .onRef('domain_shares.owner_id', '=', 'domains.owner_id')
        .onRef('domain_shares.domain_id', '=', 'domains.id'),
    )
    .select(['id', 'account_id'])
    .where('domains.owner_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const from = { ownerId: person.id, provider: 'gmail', source: person.email };
  const published = async () =>
    (
      await app.db
        .selectFrom('account_activities')
        .select('title')
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute()
    ).map(({ title }) => title);
  return {
    workspaceId: workspace.id,
    person,
    domainId,
    accountId,
    from,
    published,
    /** Commits, and ends there as a process that is killed. */
    capture: (...titles: string[]) =>
      app.db.transaction().execute((tx) =>
        captureActivities(
          tx,
          from,
          titles.map((title) => sampleMail({ title, externalId: title, key: title })),
        ),
      ),
    remove: (...ids: string[]) =>
      app.db.transaction().execute((tx) => removeCaptured(tx, from, ids)),
    finish: () => publisherOf(app.db).finish(app.db, person.id),
    unshare: () =>
      app.call('DELETE /api/accounts/domains/unshare', {
        token: person.token,
        body: { domainId, workspaceId: workspace.id },
      }),
    share: () =>
      app.call('POST /api/accounts/domains/share', {
        token: person.token,
        body: { domainId, workspaceId: workspace.id },
      }),
    requests: () =>
      app.db.selectFrom('publish_requests').selectAll().where('owner_id', '=', person.id).execute(),
  };
}

/** The job, for which no request is too young. */
const sweep = () => takeRemainingSteps(app.db, () => false, publishStepSize, 0);

test('what is captured is published right after the commit, and its removal too', async () => {
  const { capture, remove, finish, published, requests } = await prepare();
  await capture('One', 'Two');
  expect(await published()).toEqual([]);
  await finish();
  expect(await published()).toEqual(['One', 'Two']);
  await remove('One');
  await finish();
  expect(await published()).toEqual(['Two']);
  expect(await requests()).toEqual([]);
});

test('a capture stores one request for each account, with nothing of what was captured', async () => {
  const { capture, requests, accountId } = await prepare();
  await capture('One', 'Two', 'Three');
  const [request, ...others] = await requests();
  expect(others).toEqual([]);
  expect(request).toMatchObject({ kind: 'activities', account_id: accountId, domain_id: null });
  expect(request?.activity_keys).toHaveLength(3);
});

test('a transaction that is rolled back requests nothing', async () => {
  const { from, requests } = await prepare();
  const failing = app.db.transaction().execute(async (tx) => {
    await captureActivities(tx, from, [sampleMail({})]);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await requests()).toEqual([]);
});

test('the job publishes what a process left that ended after its commit, and not before it is old', async () => {
  const { capture, published, requests, person } = await prepare();
  await capture('One');
  const run = () => publishRemaining(app.context, new AbortController().signal);
  await run();
  expect(await published()).toEqual([]);
  const { rows } = await sql<{ id: string }>`
    select uuidv7(interval '-1 minute') as id`.execute(app.db);
  await sql`
    update publish_requests set id = ${rows[0]?.id} where owner_id = ${person.id}`.execute(app.db);
  await run();
  expect(await published()).toEqual(['One']);
  expect(await requests()).toEqual([]);
});

test('a request that arrives after its domain was unshared publishes nothing', async () => {
  const { capture, unshare, published, requests } = await prepare();
  await capture('One');
  expect((await unshare()).status).toBe(200);
  expect(await requests()).toHaveLength(1);
  await sweep();
  expect(await published()).toEqual([]);
  expect(await requests()).toEqual([]);
});

test('a request that arrives after its owner left publishes nothing, and only that of the others', async () => {
  const { capture, published, person, workspaceId } = await prepare();
  await capture('One');
  await app.db
    .transaction()
    .execute((tx) => leaveWorkspace(tx, { userId: person.id, workspaceId }));
  await sweep();
  expect(await published()).toEqual([]);
});

test('a request that arrives after sharing again publishes what is captured by then', async () => {
  const { capture, unshare, share, published, requests } = await prepare();
  await capture('One');
  await unshare();
  await capture('Two');
  await share();
  expect(await published()).toEqual(['One', 'Two']);
  await sweep();
  expect(await published()).toEqual(['One', 'Two']);
  expect(await requests()).toEqual([]);
});

test('unsharing one domain of an account keeps what is requested of another', async () => {
  const { from, accountId, workspaceId, person, unshare, published, requests } = await prepare();
  const { token } = person;
  const params = { accountId };
  const body = { domain: 'globex.com' };
  await app.call('POST /api/accounts/{accountId}/domains', { token, params, body });
  await tracking(app).importOne(token, 'globex.com');
  const tracked = await tracking(app).trackedBy(token);
  const further = tracked.find(({ domain }) => domain === 'globex.com');
  await app.call('POST /api/accounts/domains/share', {
    token,
    body: { domainId: further?.id ?? '', workspaceId },
  });
  const participants = [{ name: '', email: 'zoe@globex.com', role: 'from' as const }];
  const mails = [sampleMail({ title: 'Acme' }), sampleMail({ title: 'Globex', participants })];
  await app.db.transaction().execute((tx) => captureActivities(tx, from, mails));
  expect((await unshare()).status).toBe(200);
  await sweep();
  expect(await published()).toEqual(['Globex']);
  expect(await requests()).toEqual([]);
});

test('more than a step of activities is published, and one that is refused holds back no other', async () => {
  const { from, accountId, requests, finish } = await prepare();
  const count = publishStepSize + 20;
  const mails = Array.from({ length: count }, (_, index) =>
    sampleMail({ title: `Mail ${index}`, externalId: `${index}`, key: `${index}` }),
  );
  await sql`
    alter table account_activities add constraint refused check (title <> 'Mail 7')`.execute(
    app.db,
  );
  onTestFinished(async () => {
    await sql`alter table account_activities drop constraint if exists refused`.execute(app.db);
  });
  await app.db.transaction().execute((tx) => captureActivities(tx, from, mails));
  await finish();
  const countPublished = async () =>
    (
      await app.db
        .selectFrom('account_activities')
        .select('id')
        .where('account_id', '=', accountId)
        .execute()
    ).length;
  expect(await countPublished()).toBe(count - 1);
  expect(await requests()).toHaveLength(1);
  await expect(sweep()).rejects.toThrow('refused');
  await sql`alter table account_activities drop constraint refused`.execute(app.db);
  await sweep();
  expect(await countPublished()).toBe(count);
  expect(await requests()).toEqual([]);
});

test('what is said in a call is found after the commit, and words that are computed later as well', async () => {
  const { capture, finish, person, accountId, requests } = await prepare();
  await capture('One');
  await finish();
  const captured = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const isFound = async (word: string) => {
    const { rows } = await sql<{ words: string }>`
      select words::text as words from account_activity_words
      where account_id = ${accountId}`.execute(app.db);
    return rows.some(({ words }) => words.includes(word));
  };
  await app.db
    .transaction()
    .execute((tx) =>
      storeTranscript(tx, { ownerId: person.id, capturedId: captured.id }, [
        { speaker_name: 'Zoe', start_time: 0, text: 'albatross' },
      ]),
    );
  expect(await isFound('albatross')).toBe(false);
  await finish();
  expect(await isFound('albatross')).toBe(true);

  await sql`
    update captured_activities set title = 'Pelican', search_words = null
    where owner_id = ${person.id}`.execute(app.db);
  await fillWords(app.db);
  expect(await isFound('pelican')).toBe(true);
  expect(await requests()).toEqual([]);
});

test('a workspace that does not respond delays no other, and gets what it missed', async () => {
  const one = await prepare();
  const other = await app.make.workspace();
  await app.make.membership(other.id, one.person.id);
  await tracking(app).importOne(one.person.token, 'globex.com', other.id);
  const respond = await makeUnreachable(app.db, one.workspaceId);
  const toBoth = sampleMail({
    title: 'To both',
    participants: [
      { name: '', email: 'ann@acme.com', role: 'from' },
      { name: '', email: 'zoe@globex.com', role: 'to' },
    ],
  });
  await app.db.transaction().execute((tx) => captureActivities(tx, one.from, [toBoth]));
  await one.finish();
  const publishedIn = async (workspaceId: string) =>
    (
      await app.db
        .selectFrom('account_activities')
        .select('title')
        .where('workspace_id', '=', workspaceId)
        .execute()
    ).length;
  expect(await publishedIn(other.id)).toBe(1);
  expect(await publishedIn(one.workspaceId)).toBe(0);
  await expect(sweep()).rejects.toThrow('unreachable');
  await respond();
  await sweep();
  expect(await publishedIn(one.workspaceId)).toBe(1);
  expect(await one.requests()).toEqual([]);
});

test('captures fail while too much of them waits for a workspace', async () => {
  const { workspaceId, accountId, person, finish, requests } = await prepare();
  const respond = await makeUnreachable(app.db, workspaceId);
  const request = (count: number) =>
    sql`
    insert into publish_requests (owner_id, workspace_id, account_id, kind, activity_keys)
    select ${person.id}, ${workspaceId}, ${accountId}, 'activities', array[gen_random_uuid()]
    from generate_series(1, ${sql.lit(count)})`.execute(app.db);
  await request(1_000);
  await finish();
  await request(1);
  await expect(finish()).rejects.toThrow('unreachable');
  await respond();
  await sweep();
  expect(await requests()).toEqual([]);
});

test('a withdrawal from a workspace that does not respond fails, and is not made up for later', async () => {
  const { capture, finish, unshare, published, workspaceId } = await prepare();
  await capture('One');
  await finish();
  const respond = await makeUnreachable(app.db, workspaceId);
  const failed = await unshare();
  expect(failed.status).toBe(503);
  await respond();
  await sweep();
  expect(await published()).toEqual(['One']);
  expect((await unshare()).status).toBe(200);
  expect(await published()).toEqual([]);
});

test('a workspace that stops responding during a withdrawal is reported, and the job withdraws the rest', async () => {
  const { capture, finish, person, domainId, workspaceId, published } = await prepare();
  await capture('One');
  await finish();
  // As when the withdrawal was requested and its machine stopped before the first step.
  await app.db.deleteFrom('domain_shares').where('domain_id', '=', domainId).execute();
  await sql`
    insert into publish_requests (owner_id, workspace_id, account_id, kind)
    select ${person.id}, workspace_id, id, 'withdrawal' from workspace_accounts
    where workspace_id = ${workspaceId}`.execute(app.db);
  const respond = await makeUnreachable(app.db, workspaceId);
  const failed = await app.call('DELETE /api/accounts/domains/unshare', {
    token: person.token,
    body: { domainId, workspaceId },
  });
  expect(failed.status).toBe(503);
  expect(failed.error?.details).toEqual({ continues: true });
  expect(failed.error?.message).toBe(
    'What is no longer shared could not be removed from the workspace completely. Please try again shortly.',
  );
  await respond();
  await sweep();
  expect(await published()).toEqual([]);
});

test('a process publishes after the commit where captured activities are distributed', async () => {
  const plain = await createTestApp();
  onTestFinished(() => plain.close());
  const { db } = plain;
  const unchosen = publisherOf(db);
  await chooseStorage(db);
  expect(publisherOf(db)).toBe(unchosen);
  // Citus has this catalog in each database that it is installed in.
  await sql`create table pg_dist_partition (logicalrelid regclass, partmethod "char")`.execute(db);
  // A table that stays on one node, which Citus lists as well.
  await sql`insert into pg_dist_partition values ('captured_activities', 'n')`.execute(db);
  await chooseStorage(db);
  expect(publisherOf(db)).toBe(unchosen);
  await sql`update pg_dist_partition set partmethod = 'h'`.execute(db);
  await chooseStorage(db);
  expect(publisherOf(db)).toBe(publisherOf(app.db));
  await db.transaction().execute(async (tx) => {
    expect(publisherOf(tx)).toBe(publisherOf(app.db));
  });
});
