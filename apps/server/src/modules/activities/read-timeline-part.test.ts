import type { TimelineItem } from '@repo/contract/activities';
import type { EndpointResponse } from '@repo/contract/endpoints';
import {
  addDays,
  businessDayOf,
  businessTimeZone,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import type { ActivityToCapture } from './activity-to-capture.ts';
import { sampleMail, sampleMeeting } from './sample-mail.fixture.ts';
import { readTimelinePart } from './read-timeline-part.ts';

let app: TestApp;
let ann: MadePerson;
let accountId: string;
let workspaceId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  const workspace = await app.make.workspace();
  workspaceId = workspace.id;
  ann = await app.make.member(workspace.id);
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

const capture = (activities: ActivityToCapture[]) => tracking(app).capture(ann, activities);

type Query = { end_date?: string; limit?: number; before?: string; after?: string };
type Timeline = EndpointResponse<'GET /api/accounts/{accountId}/timeline'>;

async function timeline(query: Query = {}): Promise<Timeline> {
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: ann.token,
    params: { accountId },
    query: { range: '3W', ...query },
  });
  return data;
}

const today = businessDayOf(new Date());
const at = (daysAgo: number, minute = 0) =>
  new Date(startOfBusinessDay(addDays(today, -daysAgo)).getTime() + minute * 60_000);
const titles = (items: readonly TimelineItem[]) => items.map(({ title }) => title);

/** Two threads that cross each other, meetings between, several things at one instant. */
async function captureMuch(): Promise<void> {
  await capture([
    sampleMail({ title: 'before the window', occurredAt: at(30), messageIds: ['<a0@x>'] }),
    ...Array.from({ length: 9 }, (_, index) =>
      sampleMail({
        title: `a${index}`,
        occurredAt: at(20 - index * 2, 5),
        messageIds: [`<a${index + 1}@x>`, '<a0@x>'],
      }),
    ),
    sampleMail({ title: 'b0', occurredAt: at(10, 5), messageIds: ['<b0@x>'] }),
    sampleMail({ title: 'b1', occurredAt: at(10, 5), messageIds: ['<b1@x>', '<b0@x>'] }),
    ...Array.from({ length: 20 }, (_, index) =>
      sampleMeeting({ title: `m${index}`, occurredAt: at(index % 7, 5) }),
    ),
  ]);
}

async function readDown(limit: number, from: Query): Promise<TimelineItem[]> {
  const all: TimelineItem[] = [];
  for (let query: Query | undefined = { limit, ...from }; query !== undefined;) {
    const { activities, page }: Timeline = await timeline(query);
    all.push(...activities);
    query = page?.before === undefined ? undefined : { limit, before: page.before };
  }
  return all;
}

describe('GET /api/accounts/{accountId}/timeline with a limit', () => {
  test('gives in parts what it gives at once, whatever the length of a part', async () => {
    await captureMuch();
    const { activities: whole, page } = await timeline();
    expect(page).toBeUndefined();
    expect(whole.filter(({ type }) => type === 'conversation')).toHaveLength(2);
    for (const limit of [1, 2, 5, 22, 500]) expect(await readDown(limit, {})).toEqual(whole);
  });

  test('goes up from a position to the newest, and down from a day', async () => {
    await captureMuch();
    const { activities: whole } = await timeline();
    const before = at(3).toISOString();
    const below = await readDown(4, { before });
    expect(below).toEqual(whole.filter(({ occurredAt }) => occurredAt < before));

    const above: TimelineItem[] = [];
    let position = (await timeline({ limit: 4, before })).page?.after;
    while (position !== undefined) {
      const { activities, page }: Timeline = await timeline({ limit: 4, after: position });
      above.unshift(...activities);
      position = page?.after;
    }
    expect(above).toEqual(whole.slice(0, whole.length - below.length));
  });

  test('tells where something happened beyond the window', async () => {
    await capture([
      sampleMail({ title: 'long ago', occurredAt: at(50) }),
      sampleMail({ title: 'in it', occurredAt: at(25) }),
      sampleMail({ title: 'lately', occurredAt: at(2) }),
      sampleMeeting({ title: 'ahead', occurredAt: at(-2) }),
    ]);
    const { activities, page } = await timeline({ limit: 10, end_date: addDays(today, -20) });
    expect(titles(activities)).toEqual(['in it']);
    expect(page).toEqual({ earlier: addDays(today, -50), later: addDays(today, -2) });
    expect((await timeline({ limit: 10 })).page).toEqual({
      earlier: addDays(today, -25),
      later: null,
    });
  });

  test('counts the whole window with its first part alone', async () => {
    await capture([
      sampleMail({ occurredAt: at(1) }),
      sampleMail({ occurredAt: at(1) }),
      sampleMeeting({ occurredAt: at(4) }),
      sampleMail({ occurredAt: at(40) }),
    ]);
    const { summary, page } = await timeline({ limit: 1 });
    expect(summary).toEqual({
      emails: 2,
      meetings: 1,
      calls: 0,
      days: [
        { day: addDays(today, -4), internal: 1, external: 1 },
        { day: addDays(today, -1), internal: 0, external: 2 },
      ],
    });
    const { summary: again } = await timeline({ limit: 1, before: page?.before ?? '' });
    expect(again).toBeUndefined();
  });

  test.each(['', 'nonsense', '2026-11-20', '2026-13-45T00:00:00.000Z', `${at(1).toISOString()}_1`])(
    'refuses the position %j',
    async (before) => {
      await expect(timeline({ limit: 1, before })).rejects.toThrow('answered 400');
    },
  );
});

describe('GET /api/accounts/{accountId}/participants', () => {
  const participants = (token = ann.token) =>
    app.call('GET /api/accounts/{accountId}/participants', { token, params: { accountId } });

  test('lists each address once: theirs before ours, the busiest first', async () => {
    const role = 'other' as const;
    const busy = { name: 'Busy', email: 'busy@mail.acme.com', role };
    const us = { name: 'Us', email: 'us@home.example', role };
    await capture([
      sampleMeeting({ participants: [us, busy, { ...busy, name: '', email: 'rare@acme.com' }] }),
      sampleMeeting({ participants: [us, { ...busy, name: '' }], occurredAt: at(1) }),
      sampleMeeting({ participants: [us, { ...us, email: 'x@notacme.com' }, busy] }),
      sampleMail({ occurredAt: at(40) }),
    ]);
    expect((await participants()).data).toEqual({
      participants: [
        { name: 'Busy', email: 'busy@mail.acme.com' },
        { name: '', email: 'rare@acme.com' },
        { name: 'Us', email: 'us@home.example' },
        { name: 'Us', email: 'x@notacme.com' },
      ],
      total: 4,
    });
  });

  test('is for members', async () => {
    const stranger = await app.make.person();
    expect((await participants(stranger.token)).status).toBe(404);
  });
});

test('a window of more than 10,000 activities comes without a limit as its newest part', async () => {
  await sql`
    insert into account_activities (workspace_id, account_id, id, activity_key, captured_id,
      owner_id, type, occurred_at, day, side, title, summary, participants)
    select account.workspace_id, account.id, gen_random_uuid(), gen_random_uuid(), uuidv7(),
      ${ann.id}, 'calendar', ${at(3)}::timestamptz - n * interval '1 second', ${addDays(today, -4)},
      'internal', 'm' || n, '', '[]'
    from workspace_accounts account, generate_series(1, 10001) n
    where account.id = ${accountId}`.execute(app.db);
  const newest = await timeline();
  expect(newest.activities).toHaveLength(10_000);
  expect(newest.activities[0]?.title).toBe('m1');
  const rest = await timeline({ limit: 500, before: newest.page?.before ?? '' });
  expect(titles(rest.activities)).toEqual(['m10001']);
});

const insertMails = (mails: number, mailsPerThread: number) =>
  sql`
    insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
      type, occurred_at, day, side, title, summary, participants, thread_id)
    select ${workspaceId}, ${accountId}, published_id(${accountId}, md5(n::text)::uuid),
      md5(n::text)::uuid, md5(n::text)::uuid, ${ann.id}, 'email', at, at::date, 'external', n::text, '',
      '[]', md5('thread' || n / ${sql.lit(mailsPerThread)})::uuid
    from generate_series(1, ${sql.lit(mails)}) n
    cross join lateral (select now() - n * interval '5 minutes' as at) moment`.execute(app.db);

/** The activities that the connection has read since it last reported its statistics. */
async function countRead(connection: Connection): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as read
    from pg_stat_xact_user_tables where relname = 'account_activities'`.execute(connection);
  return rows[0]?.read ?? 0;
}

/** The items of a newest part, and the number of activities that the database read for it. */
const readCounting = (plan: 'custom' | 'generic', limit: number) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = ${sql.lit(`force_${plan}_plan`)}`.execute(tx);
    const account = { workspaceId, accountId };
    const window = { timeZone: businessTimeZone, firstDay: addDays(today, -20), lastDay: today };
    const before = await countRead(tx);
    const { items } = await readTimelinePart(tx, account, window, new Map(), { limit });
    return { items, read: (await countRead(tx)) - before };
  });

test('what a part reads is independent of how much happened in the window', async () => {
  const mails = 3_000;
  await insertMails(mails, 4);
  await sql`analyze account_activities`.execute(app.db);
  const { items, read } = await readCounting('generic', 50);
  expect(items).toHaveLength(50);
  // The mails of the threads of 204 activities.
  expect(read).toBeLessThan(mails / 2);
});

test.each(['custom', 'generic'] as const)(
  'a %s plan of an account that was filled since the last statistics reads it a few times at most',
  async (plan) => {
    const mails = 3_000;
    await sql`alter table account_activities set (autovacuum_enabled = false)`.execute(app.db);
    await insertMails(mails, 4);
    await sql`delete from account_activities where title <> '1'`.execute(app.db);
    await sql`vacuum analyze account_activities`.execute(app.db);
    await sql`delete from account_activities`.execute(app.db);
    await insertMails(mails, 4);
    const { items, read } = await readCounting(plan, 50);
    expect(items).toHaveLength(50);
    expect(read).toBeLessThanOrEqual(mails * 3);
  },
);

test('looks once for a change of the level of an activity', async () => {
  await insertMails(200, 4);
  const scans = await app.db.transaction().execute(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ scans: number }>`
        select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables
        where relname = 'level_changes'`.execute(tx);
      return rows[0]?.scans ?? Number.NaN;
    };
    const before = await count();
    const window = { timeZone: businessTimeZone, firstDay: addDays(today, -20), lastDay: today };
    await readTimelinePart(tx, { workspaceId, accountId }, window, new Map(), { limit: 50 });
    return (await count()) - before;
  });
  expect(scans).toBeGreaterThan(0);
  expect(scans).toBeLessThanOrEqual(51 + 150);
});

test('finds the threads after one that fills most of the window', async () => {
  await insertMails(2_000, 1_990);
  const { items } = await readCounting('generic', 50);
  expect(items.map(({ title }) => title)).toEqual(['1', '1990']);
});

test('a page of long conversations has fewer of them, and the next one the others', async () => {
  const perThread = 300;
  await insertMails(8 * perThread, perThread);
  const page = await timeline({ limit: 500 });
  const sizes = page.activities.map((one) =>
    one.type === 'conversation' ? one.activities.length : 1,
  );
  const size = sizes.reduce((sum, length) => sum + length, 0);
  expect(size).toBeLessThanOrEqual(limits.timelinePageActivities);
  expect(size).toBeGreaterThan(limits.timelinePageActivities - perThread);
  const { activities: whole } = await timeline();
  expect(await readDown(500, {})).toEqual(whole);
  // Upwards from the oldest.
  const last = at(-1).toISOString();
  const above = await timeline({ limit: 500, after: at(20).toISOString() });
  expect(above.activities).toEqual(whole.slice(-above.activities.length));
  expect(above.page?.after).toBeDefined();
  expect(await readDown(500, { before: last })).toEqual(whole);
});

test('a conversation has its newest messages, and says how many there are', async () => {
  const mails = limits.conversationMessages + 7;
  await insertMails(mails, mails + 1);
  for (const query of [{}, { limit: 1 }]) {
    const [conversation] = (await timeline(query)).activities;
    if (conversation?.type !== 'conversation') throw new Error('It is a conversation.');
    expect(conversation.activityCount).toBe(mails);
    expect(titles(conversation.activities as TimelineItem[])).toEqual(
      Array.from({ length: limits.conversationMessages }, (_, index) =>
        String(limits.conversationMessages - index),
      ),
    );
  }
});

test('a long list has all participants of its beginning, and a few of the rest', async () => {
  const perMail = limits.listedParticipants + 10;
  const mails = limits.participantsInList / limits.listedParticipants + 5;
  await insertMails(mails, 1);
  await sql`
    update account_activities set thread_id = null, participants = (
      select jsonb_agg(jsonb_build_object('name', n::text, 'email', n || '@acme.com', 'role', 'to'))
      from generate_series(1, ${perMail}::integer) n)
    where account_id = ${accountId}`.execute(app.db);
  const { activities } = await timeline();
  const counts = activities.map(({ participants }) => participants.length);
  expect(counts.slice(0, -5)).toEqual(
    Array.from({ length: mails - 5 }, () => limits.listedParticipants),
  );
  expect(counts.slice(-5)).toEqual(Array.from({ length: 5 }, () => limits.fewParticipants));
  expect(new Set(activities.map(({ participantCount }) => participantCount))).toEqual(
    new Set([perMail]),
  );
});

test('participants of very many activities are those of the newest, and it says so', async () => {
  const newest = () =>
    app.call('GET /api/accounts/{accountId}/participants', {
      token: ann.token,
      params: { accountId },
    });
  const perMail = 1_000;
  const counted = limits.participantsCounted / perMail;
  await insertMails(counted + 1, 1);
  await sql`
    update account_activities set participants = (
      select jsonb_agg(jsonb_build_object('name', '', 'email', title || '.' || n || '@acme.com', 'role', 'to'))
      from generate_series(1, ${perMail}::integer) n)
    where account_id = ${accountId}`.execute(app.db);
  expect((await newest()).data).toMatchObject({
    total: limits.participantsCounted,
    countedSince: expect.any(String),
  });
  await sql`delete from account_activities where account_id = ${accountId} and title = '1'`.execute(
    app.db,
  );
  const { data } = await newest();
  expect(data.total).toBe(limits.participantsCounted);
  expect(data.countedSince).toBeUndefined();
});

describe('a window of 50,000 emails, requested without a limit', () => {
  const insertWindow = async (perThread: number) => {
    await insertMails(50_000, perThread);
    // All of them within the window.
    await sql`
      update account_activities set occurred_at = now() - (now() - occurred_at) / 50
      where account_id = ${accountId}`.execute(app.db);
    await sql`analyze account_activities`.execute(app.db);
  };

  test.each([
    { perThread: 8, entries: 1_250 },
    { perThread: 2, entries: 5_000 },
  ])(
    'comes in time as its newest part: threads of $perThread',
    { timeout: 60_000 },
    async ({ perThread, entries }) => {
      await insertWindow(perThread);
      const begin = performance.now();
      const { activities, page } = await timeline();
      // It took 7 to 16 seconds, and a client waits for 10.
      expect(performance.now() - begin).toBeLessThan(6_000);
      expect(activities.length).toBeGreaterThan(entries / 10);
      const { activities: first } = await timeline({ limit: 100 });
      expect(activities.slice(0, 100)).toEqual(first);
      const { activities: rest } = await timeline({ limit: 1, before: page?.before ?? '' });
      const last = activities.at(-1)?.occurredAt ?? '';
      expect(rest[0]?.occurredAt.localeCompare(last)).toBe(-1);
    },
  );
});

test('the newest part of a large window has few participants after its beginning', async () => {
  await insertMails(10_001, 1);
  const perMail = limits.listedParticipants;
  await sql`
    update account_activities set occurred_at = now() - (now() - occurred_at) / 50, thread_id = null,
      participants = (
        select jsonb_agg(jsonb_build_object('name', n::text, 'email', n || '@acme.com', 'role', 'to'))
        from generate_series(1, ${perMail}::integer) n)
    where account_id = ${accountId}`.execute(app.db);
  const { activities } = await timeline();
  const counts = activities.map(({ participants }) => participants.length);
  expect(counts[0]).toBe(perMail);
  expect(counts.at(-1)).toBe(limits.fewParticipants);
  expect(activities.at(-1)?.participantCount).toBe(perMail);
  const sum = counts.reduce((all, count) => all + count, 0);
  expect(sum).toBeLessThan(
    limits.participantsInList * 2 + activities.length * limits.fewParticipants,
  );
});
