import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { captureAndPublish } from './capture-and-publish.fixture.ts';
import { linkCaptured } from './link-captured.ts';
import { actualPublication } from './publishing/actual-publication.fixture.ts';
import { expectedPublication } from './publishing/expected-publication.fixture.ts';
import { sampleMail } from './sample-mail.fixture.ts';
import { withholdMeetings } from './withhold-meetings.ts';

const hourMs = 60 * 60 * 1000;
const ages = [10, 100, 900];
const timeOf = (age: number) => new Date(`${addDays(businessDayOf(new Date()), -age)}T15:00:00Z`);

const events = ages.flatMap((age) => [
  { id: `open${age}`, title: `Open ${age}`, age, visibility: 'default' as const },
  { id: `secret${age}`, title: `Secret ${age}`, age, visibility: 'private' as const },
]);

/** A shared account with meetings of a calendar and of a file as the version before stored and published them. */
async function upgraded() {
  const lab = await createSyncLab();
  const { id: workspaceId } = await lab.make.workspace();
  const ann = await lab.make.member(workspaceId, { email: mailbox });
  const bob = await lab.make.member(workspaceId);
  const { accountId } = await tracking(lab).makeAccount(ann, workspaceId);
  lab.sandbox.addEvents(
    mailbox,
    events.map(({ id, title, age, visibility }) => ({
      id,
      summary: title,
      visibility,
      start: { dateTime: timeOf(age).toISOString() },
      end: { dateTime: new Date(timeOf(age).getTime() + hourMs).toISOString() },
      attendees: [{ email: mailbox }, { email: 'al@acme.com' }],
    })),
  );
  const meeting = (externalId: string, title: string, age: number) =>
    sampleMail({
      type: 'calendar',
      externalId,
      key: `ical:${externalId}`,
      title,
      occurredAt: timeOf(age),
      participants: [
        { name: '', email: mailbox, role: 'other' },
        { name: 'Al', email: 'al@acme.com', role: 'other' },
      ],
    });
  const capture = (
    provider: string,
    source: string,
    given: readonly ReturnType<typeof meeting>[],
  ) => captureAndPublish(lab.db, { ownerId: ann.id, provider, source }, given);
  await capture(
    'google_calendar',
    mailbox,
    events.map(({ id, title, age }) => meeting(id, title, age)),
  );
  const ofFile = ages.map((age) => meeting(`file${age}`, `File ${age}`, age));
  await capture('mail_file', 'calendar.ics', ofFile);
  await capture('mail_file', 'mail.mbox', [sampleMail({ title: 'Mail' })]);
  await sql`update captured_activities set is_private = null`.execute(lab.db);

  const isAsRebuilt = async () => {
    const now = new Date();
    expect(await actualPublication(lab.db, accountId)).toEqual(
      await expectedPublication(lab.db, accountId, now),
    );
  };
  /** The titles that a colleague reads in the account. */
  const seen = async () => {
    const { rows } = await sql<{ title: string }>`
      select title from account_activities where account_id = ${accountId} order by title`.execute(
      lab.db,
    );
    const [account] = await tracking(lab).accountsOf(bob.token, workspaceId);
    expect(account?.activityCount).toBe(rows.length);
    return rows.map(({ title }) => title);
  };
  const withheldMeetings = async () =>
    (await lab.call('GET /api/mail-files', { token: ann.token })).data.withheldMeetings;
  return { lab, ann, ofFile, capture, meeting, seen, isAsRebuilt, withheldMeetings };
}

test('meetings are withheld until they are read again, also after an end at any moment', async () => {
  const { lab, ann, ofFile, capture, seen, isAsRebuilt, withheldMeetings } = await upgraded();
  expect(await seen()).toHaveLength(10);

  let steps = 0;
  const endsAfterOneStep = {
    throwIfAborted() {
      steps += 1;
      if (steps === 2) throw new Error('The process ends');
    },
  } as AbortSignal;
  await expect(withholdMeetings(lab.db, endsAfterOneStep, 4)).rejects.toThrow('ends');
  expect(await seen()).toHaveLength(6);

  expect(await withholdMeetings(lab.db, undefined, 4)).toBe(5);
  expect(await seen()).toEqual(['Mail']);
  await isAsRebuilt();
  expect(await withholdMeetings(lab.db)).toBe(0);

  await lab.connect(ann, { provider: 'google_calendar' });
  lab.startWorker();
  await lab.rested(ann);
  expect(await seen()).toEqual(['Mail', 'Open 10', 'Open 100', 'Open 900']);
  await isAsRebuilt();
  expect(await withheldMeetings()).toBe(3);

  await capture('mail_file', 'calendar.ics', ofFile);
  expect(await seen()).toEqual([
    'File 10',
    'File 100',
    'File 900',
    'Mail',
    'Open 10',
    'Open 100',
    'Open 900',
  ]);
  expect(await withheldMeetings()).toBe(0);
  await isAsRebuilt();
});

test('a user whose meetings cannot be withheld does not keep those of others published', async () => {
  const { lab, seen, meeting } = await upgraded();
  const { id: workspaceId } = await lab.make.workspace();
  const cleo = await lab.make.member(workspaceId, { id: '00000000-0000-4000-8000-000000000000' });
  await tracking(lab).makeAccount(cleo, workspaceId);
  await captureAndPublish(lab.db, { ownerId: cleo.id, provider: 'mail_file', source: 'a.ics' }, [
    meeting('stuck', 'Stuck', 10),
  ]);
  await sql`update captured_activities set is_private = null`.execute(lab.db);
  await sql
    .raw(
      `
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before update on captured_activity_domains for each row
      when (new.owner_id = '${cleo.id}') execute function refuse()`,
    )
    .execute(lab.db);

  const failure: unknown = await withholdMeetings(lab.db).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect(await seen()).toEqual(['Mail']);
});

test('a domain that is tracked later does not publish them', async () => {
  const { lab, ann, seen } = await upgraded();
  await withholdMeetings(lab.db);
  await sql`delete from captured_activity_domains`.execute(lab.db);
  const { rows } = await sql<{
    id: string;
  }>`select id from domains where owner_id = ${ann.id}`.execute(lab.db);
  await lab.db
    .transaction()
    .execute((tx) => linkCaptured(tx, ann.id, [{ id: rows[0]?.id ?? '', domain: 'acme.com' }]));
  const { rows: open } = await sql`
    select from captured_activity_domains link
    join captured_activities captured on captured.id = link.captured_id
    where captured.type = 'calendar' and not link.by_bcc_only`.execute(lab.db);
  expect(open).toHaveLength(0);
  expect(await seen()).toEqual(['Mail']);
});

test('earlier ones are read again by an import of earlier activities', async () => {
  const { lab, ann, seen, isAsRebuilt } = await upgraded();
  const calendar = lab.providers.find(({ id }) => id === 'google_calendar');
  if (!calendar || !('open' in calendar) || !calendar.history) throw new Error('No history.');
  // Google's quota does not apply here.
  Object.assign(calendar.history, { pageMs: 0, sliceDays: 400 });
  await lab.connect(ann, { provider: 'google_calendar' });
  lab.startWorker();
  await lab.rested(ann);
  await sql`update captured_activities set is_private = null where provider = 'google_calendar'`.execute(
    lab.db,
  );
  await withholdMeetings(lab.db);
  expect(await seen()).toEqual(['Mail']);
  const since = addDays(businessDayOf(new Date()), -1_000);
  await lab.call('PUT /api/history', { token: ann.token, body: { since, isPaused: false } });
  const states = async () => {
    const { data } = await lab.call('GET /api/history', { token: ann.token, query: {} });
    return data.imports.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 20_000, interval: 25 }).toEqual(['finished']);
  expect(await seen()).toEqual(['Mail', 'Open 100', 'Open 900']);
  await isAsRebuilt();
});
