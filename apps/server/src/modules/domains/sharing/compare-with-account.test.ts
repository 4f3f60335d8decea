import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '../tracking.fixture.ts';
import { compareWithAccount } from './compare-with-account.ts';
import { listOwn } from './comparing/list-own.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let domainId: string;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  bob = await app.make.member(workspaceId, { name: 'Bob' });
  ({ accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId));
});
afterAll(() => app.close());

const read = (query: { limit?: number; before?: string } = {}, token = ann.token, id = domainId) =>
  app.call('GET /api/accounts/domains/{id}/as-colleagues-see', { token, params: { id }, query });

/** Each activity as "title: level", with what colleagues see and the reason why it is less than the share says. */
async function compared(query: { limit?: number; before?: string } = {}): Promise<string[]> {
  const { data } = await read(query);
  return data.activities.map(({ title, shown, reason, isByColleague }) =>
    [
      `${title}: ${shown === null ? 'not shown' : (shown.level ?? 'full')}`,
      ...(shown !== null && shown.title === '' ? ['without title'] : []),
      ...(isByColleague ? ['by a colleague'] : []),
      ...(reason === undefined ? [] : [reason]),
    ].join(', '),
  );
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000);
const mail = (title: string, daysAgo: number, given: Partial<ActivityToCapture> = {}) =>
  sampleMail({
    title,
    key: title,
    occurredAt: at(daysAgo),
    messageIds: [`<${title}@x>`],
    ...given,
  });

const setLevel = (level: ShareLevel) =>
  app.call('PUT /api/accounts/domains/level', {
    token: ann.token,
    body: { domainIds: [domainId], level },
  });

async function keepPrivate(title: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from account_activities where account_id = ${accountId} and title = ${title}`.execute(
    app.db,
  );
  await app.call('POST /api/activities/{activityId}/private', {
    token: ann.token,
    params: { activityId: rows[0]?.id ?? '' },
  });
}

const protect = (address: string, shares: 'activity' | 'nothing') =>
  app.call('PUT /api/protected-addresses', { token: ann.token, body: { address, shares } });

const from = (email: string): Partial<ActivityToCapture> => ({
  participants: [
    { name: '', email, role: 'from' },
    { name: 'Ann', email: ann.email, role: 'to' },
  ],
});

test('lists each activity with what the account shows, newest first, and why it is less', async () => {
  await tracking(app).capture(ann, [
    mail('open', 1),
    mail('kept', 2),
    mail('lawyer', 3, from('lawyer@acme.com')),
    mail('doctor', 4, from('doctor@acme.com')),
    sampleMeeting({ title: 'marked', key: 'marked', occurredAt: at(5), isPrivate: true }),
    mail('blind', 6, {
      participants: [{ name: 'Ann', email: ann.email, role: 'from' }],
      bcc: [{ name: '', email: 'hidden@acme.com', role: 'other' }],
    }),
  ]);
  await keepPrivate('kept');
  await protect('lawyer@acme.com', 'activity');
  await protect('doctor@acme.com', 'nothing');
  expect(await compared()).toEqual([
    'open: full',
    'kept: not shown, private-conversation',
    'lawyer: activity, without title, protected-address',
    'doctor: not shown, protected-address',
    'marked: not shown, private-meeting',
    'blind: not shown, hidden-recipient',
  ]);
  const { data } = await read();
  expect(data).toMatchObject({
    domain: 'acme.com',
    workspace: { id: workspaceId },
    account: { id: accountId, name: 'Acme' },
    level: 'full',
    isChanging: false,
    colleagues: { total: 1, first: [{ name: 'Bob', email: bob.email }] },
    withheld: { privateConversations: 1, privateMeetings: 1 },
  });
});

test.each(['activity', 'subject', 'full'] as const)(
  'shows what the level %s shows',
  async (level) => {
    await tracking(app).capture(ann, [mail('one', 1)]);
    await setLevel(level);
    const { data } = await read();
    expect(data.level).toBe(level);
    const timeline = await app.call('GET /api/accounts/{accountId}/timeline', {
      token: bob.token,
      params: { accountId },
      query: { range: '12W' },
    });
    expect(data.activities.map(({ shown }) => shown)).toEqual(timeline.data.activities);
  },
);

test('shows no more than a lower level while activities are being stored at it', async () => {
  await tracking(app).capture(ann, [mail('one', 1)]);
  await sql`
    insert into level_changes (workspace_id, account_id, owner_id, level)
    values (${workspaceId}, ${accountId}, ${ann.id}, 0)`.execute(app.db);
  expect(await compared()).toEqual(['one: activity, without title']);
  expect((await read()).data.isChanging).toBe(true);
});

test('names what a colleague shows of a conversation that one keeps private', async () => {
  await tracking(app).capture(ann, [mail('both', 1)]);
  const { data } = await tracking(app).importOne(bob.token, 'acme.com');
  await app.call('POST /api/accounts/domains/share', {
    token: bob.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
  });
  await tracking(app).capture(bob, [mail('both', 1)]);
  expect(await compared()).toEqual(['both: full']);
  await keepPrivate('both');
  expect(await compared()).toEqual(['both: full, by a colleague, private-conversation']);
});

test('is read in pages, without gaps and without repetition', async () => {
  // Two at the same instant are on different pages.
  const days = [1, 2, 2, 3, 4];
  const moments = new Map(days.map((day) => [day, at(day)]));
  await tracking(app).capture(
    ann,
    days.map((day, index) => mail(`m${index}`, day, { occurredAt: moments.get(day) ?? at(day) })),
  );
  const titles: string[] = [];
  for (let query: { limit: number; before?: string } | undefined = { limit: 2 }; query;) {
    const { data } = await read(query);
    titles.push(...data.activities.map(({ title }) => title));
    query = data.before === undefined ? undefined : { limit: 2, before: data.before };
  }
  expect(titles.toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  expect(titles[0]).toBe('m0');
});

/** Stores mails at the minutes before now, each for a domain. */
async function storeMails(ids: readonly string[], each: number): Promise<void> {
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants)
      select ${ann.id}, 'gmail', 'me@home.net', n, md5(${ann.id} || n)::uuid, 'email',
        date_trunc('minute', now()) - n * interval '1 minute', 'Mail ' || n, '', '[]'
      from generate_series(1, ${each * ids.length}::integer) n
      returning owner_id, id, activity_key, external_id::integer as n
    )
    insert into captured_activity_domains
      (owner_id, domain_id, activity_key, captured_id, side, by_bcc_only)
    select owner_id, (${ids}::uuid[])[1 + (n - 1) / ${each}], activity_key, id, 'external', n % 50 = 0
    from captured`.execute(app.db);
  await sql`analyze captured_activities, captured_activity_domains`.execute(app.db);
}

test('a page of a large domain reads as many rows as it has, not the domain', async () => {
  await storeMails([domainId], 3_000);
  const { data: first } = await read({ limit: 20 });
  const found = await app.db.transaction().execute(async (tx) => {
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables
        where relname similar to 'captured_activit(ies|y_domains)%'`.execute(tx);
      return rows[0]?.read ?? 0;
    };
    // As in large tables, whose indexes are used.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const before = await countRead();
    const page = await compareWithAccount(tx, {
      userId: ann.id,
      domainId,
      limit: 20,
      before: first.before,
    });
    return { page, read: (await countRead()) - before };
  });
  expect(found.page.activities.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Mail ${index + 21}`),
  );
  // The 21 of the page with their links and titles, and the 60 that are for their owner alone.
  expect(found.read).toBeLessThan(400);
});

test('activities that lie far behind those of other domains are found as well', async () => {
  const { data } = await tracking(app).importOne(ann.token, 'other.com');
  await storeMails([data.results[0]?.domain.id ?? '', domainId], 60);
  const wanted = {
    userId: ann.id,
    domainId,
    account: { workspaceId, accountId },
    limit: 5,
  };
  const titles = async (before: string | undefined, maxWalked: number) =>
    (await listOwn(app.db, { ...wanted, before }, maxWalked)).map(({ title }) => title);
  const first = ['Mail 61', 'Mail 62', 'Mail 63', 'Mail 64', 'Mail 65'];
  expect(await titles(undefined, 1_000)).toEqual(first);
  expect(await titles(undefined, 10)).toEqual(first);
  const { data: page } = await read({ limit: 57 });
  for (const maxWalked of [1_000, 2]) {
    expect(await titles(page.before, maxWalked)).toEqual(['Mail 118', 'Mail 119', 'Mail 120']);
  }
});

test('of copies with different times the newest counts, once', async () => {
  await storeMails([domainId], 3);
  await sql`
    with copy as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants)
      select owner_id, provider, 'other@home.net', external_id, activity_key, type,
        occurred_at + interval '90 seconds', title, summary, participants
      from captured_activities where owner_id = ${ann.id} and title = 'Mail 2'
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from copy`.execute(app.db);
  const titles: string[] = [];
  for (let query: { limit: number; before?: string } | undefined = { limit: 1 }; query;) {
    const { data } = await read(query);
    titles.push(...data.activities.map(({ title }) => title));
    query = data.before === undefined ? undefined : { limit: 1, before: data.before };
  }
  expect(titles).toEqual(['Mail 2', 'Mail 1', 'Mail 3']);
});

test('is refused for a domain that is another’s, not shared, or in a workspace that one left', async () => {
  const refused = { status: 404 };
  await expect(read({}, bob.token)).resolves.toMatchObject(refused);
  const { data } = await tracking(app).importOne(ann.token, 'other.com');
  const unshared = data.results[0]?.domain.id ?? '';
  await expect(read({}, ann.token, unshared)).resolves.toMatchObject(refused);
  await app.db
    .deleteFrom('memberships')
    .where('user_id', '=', ann.id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await expect(read()).resolves.toMatchObject(refused);
});
