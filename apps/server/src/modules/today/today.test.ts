import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import { contribute, inPeopleWorkspace, lee, mail } from '../accounts/people/people.fixture.ts';
import { mergeAccounts } from '../accounts/merging/merge-accounts.ts';
import { continueAccountChanges } from '../accounts/deletion/continue-account-changes.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { sampleMeeting } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';

const lab = inPeopleWorkspace();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (days: number) => new Date(Date.now() - days * DAY);

const read = async ({ token } = lab.ann) =>
  (
    await lab.app.call('GET /api/workspaces/{workspaceId}/today', {
      token,
      params: { workspaceId: lab.workspaceId },
    })
  ).data;
const waiting = async (person = lab.ann) =>
  (await read(person)).waiting.conversations.map(({ title }) => title);
const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(person, activities);

const sent = (title: string) => ({ title, occurredAt: ago(8), messageIds: [`<${title}>`] });
/** An email of Lee to Ann. */
const question = (title: string, given: Partial<ActivityToCapture> = {}) =>
  mail(0, lee, [lab.ann.email], { ...sent(title), ...given });
/** An email in the conversation of another one. */
const answer = (
  to: string,
  from: { name: string; email: string },
  given: Partial<ActivityToCapture> = {},
) =>
  mail(0, from, [lee.email], {
    title: `Re: ${to}`,
    occurredAt: ago(7.5),
    messageIds: [`<re-${to}-${from.email}>`, `<${to}>`],
    ...given,
  });
const mark = (activityId: string, remindOn: string | null) =>
  lab.app.call('PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, activityId },
    body: { remindOn },
  });
const today = () => businessDayOf(new Date());

describe('waiting for your answer', () => {
  test('an email to the reader, with its account and sender', async () => {
    await capture(lab.ann, question('Price?'));
    expect((await read()).waiting).toEqual({
      conversations: [
        {
          id: expect.any(String),
          account: { id: lab.accountId, name: 'Acme' },
          title: 'Price?',
          person: lee,
          occurredAt: expect.any(String),
          isReminder: false,
        },
      ],
      total: 1,
    });
    expect(await waiting(lab.ben)).toEqual([]);
  });

  test('an answer by anyone of us ends it, and an automatic one does not', async () => {
    await capture(
      lab.ann,
      question('to Ann'),
      answer('to Ann', lab.ann),
      question('to Ben'),
      question('absent'),
      answer('absent', lab.ann, { isAutomatic: true }),
      question('absent twice'),
    );
    await capture(
      lab.ben,
      answer('to Ben', lab.ben),
      answer('absent twice', lab.ben, { isAutomatic: true }),
      answer('absent twice', { name: '', email: 'no-reply@acme.com' }, { occurredAt: ago(7) }),
    );
    expect((await waiting()).sort()).toEqual(['absent', 'absent twice']);
  });

  test('an email to another mailbox of the reader waits, until they answer from a third', async () => {
    const connect = (source: string) =>
      lab.app.db
        .insertInto('integrations')
        .values({ owner_id: lab.ann.id, provider: 'imap', source })
        .execute();
    await capture(lab.ann, mail(0, lee, ['Ann@second.example'], sent('Price?')));
    expect(await waiting()).toEqual([]);
    await connect('Ann@second.example');
    expect(await waiting()).toEqual(['Price?']);
    const third = { name: 'Ann', email: 'ann@third.example' };
    await capture(lab.ann, answer('Price?', third));
    expect(await waiting()).toEqual([]);
    expect((await read()).unanswered.total).toBe(0);
    await connect(third.email);
    expect((await read()).unanswered.conversations).toMatchObject([{ title: 'Re: Price?' }]);
  });

  test('a colleague takes nothing off the list by connecting a mailbox under a customer’s address', async () => {
    await lab.app.db
      .insertInto('integrations')
      .values({ owner_id: lab.ben.id, provider: 'imap', source: lee.email })
      .execute();
    await capture(lab.ann, question('Price?'));
    expect(await waiting()).toEqual(['Price?']);
  });

  test('the copy of a list is not waiting', async () => {
    await capture(lab.ann, question('Direct'), question('List', { isAutomatic: true }));
    expect(await waiting()).toEqual(['Direct']);
  });
});

describe('what the reader may not see is not listed', () => {
  test('after the domain is unshared, and again when it is shared', async () => {
    await capture(lab.ann, question('Price?'));
    const [{ id = '' } = {}] = (await read()).waiting.conversations;
    await mark(id, addDays(today(), 1));
    await lab.app.db.updateTable('today_marks').set({ remind_on: today() }).execute();
    expect((await read()).waiting.conversations).toMatchObject([{ isReminder: true }]);
    const { data } = await lab.app.call('GET /api/accounts', {
      token: lab.ann.token,
      query: { type: 'domains' },
    });
    const body = { domainId: data.domains[0]?.id ?? '', workspaceId: lab.workspaceId };
    const token = lab.ann.token;
    await lab.app.call('DELETE /api/accounts/domains/unshare', { token, body });
    expect(await waiting()).toEqual([]);
    await takeRemainingSteps(lab.app.db);
    expect(await waiting()).toEqual([]);
    expect((await mark(id, null)).status).toBe(404);
    await lab.app.call('POST /api/accounts/domains/share', { token, body });
    await takeRemainingSteps(lab.app.db);
    expect(await waiting()).toEqual(['Price?']);
  });

  test('after the account is deleted', async () => {
    await capture(lab.ann, question('Price?'), soon('Review'));
    await lab.app.call('DELETE /api/accounts/{accountId}', {
      token: lab.ann.token,
      params: { accountId: lab.accountId },
    });
    expect(await read()).toMatchObject({ meetings: [], waiting: { total: 0 } });
    await continueAccountChanges(lab.app.context);
    expect(await read()).toMatchObject({ meetings: [], waiting: { total: 0 } });
  });
});

test('a conversation of two accounts is listed once, also after they are merged', async () => {
  const { app, ann, workspaceId, accountId } = lab;
  await tracking(app).importOne(ann.token, 'beta.com', workspaceId);
  const pat = { name: 'Pat', email: 'pat@beta.com' };
  await capture(
    ann,
    mail(0, lee, [ann.email, pat.email], sent('Both')),
    mail(0, pat, [ann.email], sent('Beta')),
    mail(0, lee, [ann.email, pat.email], sent('Answered to Beta alone')),
    mail(0, ann, [pat.email], {
      ...sent('Answer'),
      occurredAt: ago(7),
      messageIds: ['<answer>', '<Answered to Beta alone>'],
    }),
  );
  expect((await waiting()).sort()).toEqual(['Beta', 'Both']);
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: ann.token,
    params: { workspaceId },
    query: {},
  });
  const beta = data.accounts.find(({ id }) => id !== accountId)?.id ?? '';
  await markAll();
  expect(await waiting()).toEqual([]);
  await mergeAccounts(app.db, ann, { accountId: beta, intoId: accountId });
  await continueAccountChanges(app.context);
  await takeRemainingSteps(app.db);
  expect(await waiting()).toEqual([]);
  await app.db.deleteFrom('today_marks').execute();
  expect(
    (await read()).waiting.conversations.map((one) => [one.title, one.account.id]).sort(),
  ).toEqual([
    ['Beta', accountId],
    ['Both', accountId],
  ]);
});

const markAll = async () => {
  for (const { id } of (await read()).waiting.conversations) await mark(id, null);
};

describe('hidden conversations', () => {
  test('one that is done is hidden until its next email', async () => {
    await capture(lab.ann, question('Price?'), question('Else'));
    const { conversations } = (await read()).waiting;
    const { id = '' } = conversations.find(({ title }) => title === 'Price?') ?? {};
    await mark(id, null);
    expect(await waiting()).toEqual(['Else']);
    await lab.app.call('DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}', {
      token: lab.ann.token,
      params: { workspaceId: lab.workspaceId, activityId: id },
    });
    expect((await waiting()).sort()).toEqual(['Else', 'Price?']);
    await mark(id, null);
    await capture(
      lab.ann,
      question('Price, please?', {
        occurredAt: ago(5),
        messageIds: ['<again>', '<Price?>'],
      }),
    );
    expect(await waiting()).toEqual(['Price, please?', 'Else']);
  });

  test('a reminder hides until its day, whatever the age of the email, unless it was answered', async () => {
    await capture(lab.ann, question('Price?'), question('Old', { occurredAt: ago(20) }));
    for (const { id } of (await read()).waiting.conversations) await mark(id, addDays(today(), 3));
    expect(await waiting()).toEqual([]);
    const setDay = (days: number) =>
      lab.app.db
        .updateTable('today_marks')
        .set({ remind_on: addDays(today(), days) })
        .execute();
    await setDay(1);
    expect(await waiting()).toEqual([]);
    await setDay(0);
    expect(await waiting()).toEqual(['Price?', 'Old']);
    await capture(lab.ann, answer('Old', lab.ann));
    expect(await waiting()).toEqual(['Price?']);
  });

  test.each([
    ['reminders', limits.todayReminders, today()],
    ['others', limits.todayMarks, null],
  ])('%s are limited, and outdated ones make room', async (_kind, limit, day) => {
    await capture(lab.ann, question('Price?'));
    const [{ id = '' } = {}] = (await read()).waiting.conversations;
    await sql`
      insert into today_marks (workspace_id, user_id, activity_key, occurred_at, remind_on)
      select ${lab.workspaceId}, ${lab.ann.id}, gen_random_uuid(), now(), ${day}::date
      from generate_series(1, ${sql.lit(limit)})`.execute(lab.app.db);
    const tomorrow = day === null ? null : addDays(today(), 1);
    expect((await mark(id, tomorrow)).status).toBe(409);
    await sql`
      update today_marks set occurred_at = now() - interval '60 days',
        remind_on = remind_on - 60`.execute(lab.app.db);
    expect((await mark(id, tomorrow)).status).toBe(200);
  });

  test.each([0, -1, 400])('a reminder %i days ahead is refused', async (days) => {
    await capture(lab.ann, question('Price?'));
    const [{ id = '' } = {}] = (await read()).waiting.conversations;
    expect((await mark(id, addDays(today(), days))).status).toBe(400);
  });
});

const soon = (title: string, given: Partial<ActivityToCapture> = {}) =>
  sampleMeeting({ title, occurredAt: new Date(Date.now() + HOUR / 60), ...given });

describe('meetings', () => {
  const titles = async (person = lab.ann) =>
    (await read(person)).meetings.map(({ title }) => title);

  test('those of the reader alone, without private ones', async () => {
    await capture(lab.ann, soon('Review'), soon('Private', { isPrivate: true }));
    await capture(lab.ben, soon('Of Ben'));
    expect(await titles()).toEqual(['Review']);
    expect(await titles(lab.ben)).toEqual(['Of Ben']);
  });

  test('one that is moved to yesterday vanishes', async () => {
    const review = soon('Review');
    await capture(lab.ann, review);
    expect(await titles()).toEqual(['Review']);
    const startTime = ago(1.5);
    await capture(lab.ann, {
      ...review,
      occurredAt: startTime,
      startTime,
      endTime: new Date(startTime.getTime() + HOUR),
    });
    expect(await titles()).toEqual([]);
  });

  test('a brief says who comes, what happened last, and who was not met before', async () => {
    await capture(lab.ann, question('Price?'), question('Other', { occurredAt: ago(3) }));
    await capture(lab.ben, answer('Other', lab.ben, { occurredAt: ago(2) }));
    const other = (name: string, email: string) => ({ name, email, role: 'other' as const });
    const participants = [
      other('Ann', lab.ann.email),
      other('Ben', lab.ben.email),
      other('Lee', 'lee@acme.com'),
      other('Kim', 'kim@acme.com'),
    ];
    await capture(lab.ann, soon('Review', { participants }));
    const note = { token: lab.ann.token, params: { accountId: lab.accountId } };
    await lab.app.call('PUT /api/accounts/{accountId}/note', {
      ...note,
      body: { note: 'Ask about Q3', replaces: '' },
    });
    const [{ id = '' } = {}] = (await read()).meetings;
    const { data } = await lab.app.call(
      'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}',
      { token: lab.ann.token, params: { workspaceId: lab.workspaceId, activityId: id } },
    );
    expect(data).toMatchObject({
      meeting: { title: 'Review', isOver: false },
      attendeeCount: 4,
      notes: [{ note: 'Ask about Q3' }],
    });
    expect(
      data.attendees.map(({ name, isColleague, contact }) => [
        name,
        isColleague,
        contact?.colleagues[0]?.name,
      ]),
    ).toEqual([
      ['Lee', false, expect.stringMatching(/Ann|Ben/)],
      ['Kim', false, undefined],
      ['Ben', true, undefined],
    ]);
    expect(data.lastActivities.map(({ title }) => title)).toEqual(['Re: Other', 'Other', 'Price?']);
    expect(data.waiting.map(({ title }) => title)).toEqual(['Price?']);
  });
});

test('what colleagues added is new until the next visit', async () => {
  const { app, ann, ben, workspaceId } = lab;
  await sql`update today_visits set seen_at = now() - interval '2 hours'`.execute(app.db);
  const news = async () =>
    (await read()).news.map(({ kind, by, accounts }) => [
      kind,
      by.name,
      accounts.map(({ name }) => name),
    ]);
  // A share that shows nothing is not reported.
  expect(await news()).toEqual([]);
  await contribute(app, ben);
  expect(await news()).toEqual([['shared', 'Ben', ['Acme']]]);
  await tracking(app).importOne(ben.token, 'beta.com', workspaceId);
  expect(await news()).toEqual([
    ['created', 'Ben', ['Acme']],
    ['shared', 'Ben', ['Acme']],
  ]);
  const of = { token: ann.token, params: { workspaceId } };
  await app.call('POST /api/workspaces/{workspaceId}/today/visit', of);
  expect(await news()).toHaveLength(2);
  await app.db
    .updateTable('today_visits')
    .set({ seen_at: ago(0.05) })
    .execute();
  // Everything in this test has happened since.
  expect(await news()).toHaveLength(2);
  await app.db
    .updateTable('today_visits')
    .set({ seen_at: new Date(Date.now() - 1), since: new Date() })
    .execute();
  expect(await news()).toEqual([]);
});
