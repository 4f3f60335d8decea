import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { captureAndPublish } from '#modules/activities/capture-and-publish.fixture.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { endAllShares } from '#modules/domains/remove-all-domains.ts';
import { completeReset, removeUserDataJob } from '../remove-user-data.job.ts';
import { removeUserData } from '../remove-user-data.ts';

let app: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp({ config: { allowUserDataReset: true } });
  admin = await app.make.person({ is_admin: true });
});
afterAll(() => app.close());

const reset = (email: string | undefined, by = admin, on = app) =>
  on.call('DELETE /api/admin/reset/user-data', {
    token: by.token,
    body: (email === undefined ? {} : { email }) as { email: string },
  });

/** Two people share acme.com with one workspace; the first one also follows two more domains. */
async function shareAcme() {
  const workspace = await app.make.workspace();
  const [first, second] = [
    await app.make.member(workspace.id),
    await app.make.member(workspace.id),
  ];
  const mail = sampleMail();
  for (const { id, token } of [first, second]) {
    const body = { domains: ['acme.com'], workspaceId: workspace.id, name: 'Acme' };
    const made = await app.call('POST /api/accounts/import', { token, body });
    if (made.status === 409) {
      const { data } = await app.call('POST /api/accounts/import', {
        token,
        body: { domains: ['acme.com'] },
      });
      const domainId = data.results[0]?.domain.id ?? '';
      await app.call('POST /api/accounts/domains/share', {
        token,
        body: { domainId, workspaceId: workspace.id, domain: 'acme.com' },
      });
    }
    const from = { ownerId: id, provider: 'gmail', source: 'me' };
    await captureAndPublish(app.db, from, [mail, sampleMail()]);
  }
  await app.call('POST /api/accounts/import', {
    token: first.token,
    body: { domains: ['globex.com', 'initech.com'] },
  });
  return { workspace, first, second };
}

const published = (workspaceId: string) =>
  app.db
    .selectFrom('account_activity_contributors')
    .select(['activity_id', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('captured_id')
    .execute();

const discoveryTables = [
  'discovered_days',
  'discovered_samples',
  'discovered_mails',
  'excluded_days',
] as const;

/** The rows that discovery stores for one email. */
async function countInDiscovery(ownerId: string) {
  const day = '2026-03-02';
  const counted = { owner_id: ownerId, provider: 'gmail', domain: 'beta.example', day, mails: 1 };
  await app.db.insertInto('discovered_days').values(counted).execute();
  await app.db
    .insertInto('excluded_days')
    .values({ ...counted, reason: 'list' })
    .execute();
  await app.db
    .insertInto('discovered_mails')
    .values({ owner_id: ownerId, provider: 'gmail', mail_hash: randomUUID(), day })
    .execute();
  await app.db
    .insertInto('discovered_samples')
    .values({ owner_id: ownerId, domain: 'beta.example', names: [], emails: [], last_seen: day })
    .execute();
}

test('deletes domains, shares and what was published, says how many, and leaves the others’', async () => {
  const { workspace, first, second } = await shareAcme();
  expect(await published(workspace.id)).toHaveLength(4);

  for (const { id } of [first, second]) {
    await countInDiscovery(id);
    await app.db
      .insertInto('shared_meetings')
      .values({ owner_id: id, activity_key: randomUUID() })
      .execute();
  }

  const { data } = await reset(` ${first.email.toUpperCase()} `);

  expect(data).toEqual({
    user: { email: first.email },
    deletedCounts: { accountsDeleted: 3, accountSharesDeleted: 1 },
  });
  const left = await published(workspace.id);
  expect(left.map(({ user_id }) => user_id)).toEqual([second.id, second.id]);
  const captured = await app.db.selectFrom('captured_activities').select('owner_id').execute();
  expect(new Set(captured.map(({ owner_id }) => owner_id))).toEqual(new Set([second.id]));
  for (const table of [...discoveryTables, 'shared_meetings'] as const) {
    const rows = await app.db.selectFrom(table).select('owner_id').execute();
    expect({ table, rows }).toEqual({ table, rows: [{ owner_id: second.id }] });
  }
  const { items } = (
    await app.call('GET /api/admin/audit', { token: admin.token, query: { person: first.id } })
  ).data;
  expect(items).toMatchObject([
    {
      action: 'user.data-reset',
      before: { domains: 3, shares: 1 },
      after: { domains: 0, shares: 0 },
    },
  ]);
  expect((await reset(first.email)).data.deletedCounts).toEqual({
    accountsDeleted: 0,
    accountSharesDeleted: 0,
  });
});

test('a failure on the way deletes nothing', async () => {
  const { workspace, first } = await shareAcme();
  const before = await published(workspace.id);
  await app.db.schema.alterTable('audit_entries').renameTo('audit_away').execute();
  expect((await reset(first.email)).status).toBe(500);
  await app.db.schema
    .alterTable('audit_away' as 'audit_entries')
    .renameTo('audit_entries')
    .execute();
  expect(await published(workspace.id)).toEqual(before);
});

test('what is too much for one request is deleted by the job, which leaves what is tracked later', async () => {
  const { workspace, first } = await shareAcme();
  const since = new Date().toISOString();
  const reset = { userId: first.id, since };
  // As of a request that has no time left.
  const given = { deadline: 0, step: 1 };
  await app.db.transaction().execute((tx) => endAllShares(tx, first.id));
  const details = { continues: true };
  await expect(removeUserData(app.db, first.id, given)).rejects.toMatchObject({ details });
  const capturedOf = () =>
    app.db
      .selectFrom('captured_activities')
      .select('id')
      .where('owner_id', '=', first.id)
      .execute();
  expect((await capturedOf()).length).toBe(1);
  const { signal } = new AbortController();
  await completeReset(app.context, reset, signal);
  expect(await capturedOf()).toEqual([]);
  expect((await published(workspace.id)).filter(({ user_id }) => user_id === first.id)).toEqual([]);
  const tracked = () =>
    app.db.selectFrom('domains').select('domain').where('owner_id', '=', first.id).execute();
  expect(await tracked()).toEqual([]);
  await app.call('POST /api/accounts/import', {
    token: first.token,
    body: { domains: ['later.com'] },
  });
  // Once more, as after a process that ended at the last moment.
  await completeReset(app.context, reset, signal);
  expect(await tracked()).toEqual([{ domain: 'later.com' }]);
});

test('a request enqueues the job for the case that its process is killed', async () => {
  const { first } = await shareAcme();
  await reset(first.email);
  const waiting = app.jobs.recorded.filter(({ kind }) => kind === removeUserDataJob.kind.name);
  expect(waiting.at(-1)).toMatchObject({
    data: { userId: first.id },
    options: { singletonKey: first.id },
  });
});

test.each([
  [undefined, 400, 'Please enter an email address'],
  ['   ', 400, 'Please enter an email address'],
  ['no address', 400, 'Please enter a valid email address'],
  ['nobody@nowhere.example', 404, 'User not found'],
])('refuses %j', async (email, status, message) => {
  expect(await reset(email)).toMatchObject({ status, error: { message } });
});

test('is for administrators alone', async () => {
  const person = await app.make.person();
  expect(await reset(admin.email, person)).toMatchObject({
    status: 403,
    error: { message: 'Admin access required' },
  });
});

test('can be switched off, and then says so', async () => {
  const strict = await createTestApp({ config: { allowUserDataReset: false } });
  const person = await strict.make.person({ is_admin: true });
  expect(await reset(person.email, person, strict)).toMatchObject({
    status: 403,
    error: {
      code: 'FORBIDDEN',
      message: 'Resetting user data is switched off on this server (setting ALLOW_USER_DATA_RESET)',
    },
  });
  await strict.close();
});
