import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { listDomains } from '#modules/domains/tracking/list-domains.ts';
import type { ActivityToCapture } from './activity-to-capture.ts';
import { captureActivities } from './capture-activities.ts';
import { removeCaptured } from './remove-captured.ts';
import { sampleMail, sampleMeeting } from './sample-mail.fixture.ts';

let app: TestApp;
let person: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  person = await app.make.person();
  await importDomains(app.db, person.id, { domains: ['acme.com'], source: 'manual' });
});
afterAll(() => app.close());

const from = (provider = 'gmail') => ({ ownerId: person.id, provider, source: person.email });

const capture = (activities: ActivityToCapture[], gone: string[] = [], provider?: string) =>
  app.db.transaction().execute((tx) => captureActivities(tx, from(provider), activities, gone));

const stored = () =>
  app.db
    .selectFrom('captured_activities')
    .selectAll()
    .where('owner_id', '=', person.id)
    .orderBy('id')
    .execute();

const someone = (email: string, role: 'from' | 'to' = 'from') => ({ name: '', email, role });

describe('captureActivities', () => {
  test('keeps what concerns a tracked domain or one below it, and nothing else', async () => {
    const answer = await capture([
      sampleMail({ title: 'Theirs' }),
      sampleMail({ title: 'Below', participants: [someone('Jo@Linux.ACME.com')] }),
      sampleMail({ title: 'Alike', participants: [someone('jo@notacme.com')] }),
      sampleMail({ title: 'Nobody', participants: [] }),
      sampleMail({ title: 'No address', participants: [someone('undisclosed-recipients:;')] }),
    ]);
    expect(answer).toEqual({ stored: 2, removed: 0 });
    expect((await stored()).map(({ title }) => title)).toEqual(['Theirs', 'Below']);
  });

  test('counts hidden recipients for the domain that they belong to, now and later', async () => {
    const bcc = [{ name: '', email: 'jo@acme.com.', role: 'other' as const }];
    const participants = [someone('me@home.example'), someone('cat@other.org', 'to')];
    await capture([sampleMail({ participants, bcc })]);
    expect(await stored()).toMatchObject([
      { participants, bcc: [{ name: '', email: 'jo@acme.com', role: 'other' }] },
    ]);
    await capture([
      sampleMail({
        participants,
        bcc: [{ ...bcc[0], name: '', email: 'a@late.org', role: 'other' }],
      }),
    ]);
    expect(await stored()).toHaveLength(1);
    const late = sampleMail({
      participants: [someone('ann@acme.com')],
      bcc: [{ name: '', email: 'a@late.org', role: 'other' }],
    });
    await capture([late]);
    await importDomains(app.db, person.id, { domains: ['late.org'], source: 'manual' });
    const { domains } = await listDomains(app.db, person.id);
    expect(domains.map(({ domain, activityCount }) => [domain, activityCount])).toEqual([
      ['late.org', 1],
      ['acme.com', 2],
    ]);
  });

  test('keeps a company that comes late in a very long list of recipients', async () => {
    const others = Array.from({ length: 1_200 }, (_, at) => someone(`p${at}@x.example`, 'to'));
    await capture([
      sampleMail({
        participants: [someone('me@home.example'), ...others, someone('z@acme.com', 'to')],
      }),
    ]);
    const participants = (await stored())[0]?.participants ?? [];
    expect(participants).toHaveLength(1_000);
    expect([participants[0]?.email, participants.at(-1)?.email]).toEqual([
      'me@home.example',
      'z@acme.com',
    ]);
  });

  test('changes nothing when the same comes again', async () => {
    const page = [sampleMail(), sampleMeeting()];
    await capture(page);
    const before = await stored();
    expect(await capture(page)).toEqual({ stored: 2, removed: 0 });
    expect(await stored()).toEqual(before);
  });

  test('takes the last of several in one page, and updates what was stored', async () => {
    const mail = sampleMail();
    await capture([mail, { ...mail, title: 'Second' }]);
    expect(await stored()).toMatchObject([{ title: 'Second' }]);
    const [first] = await stored();
    await capture([{ ...mail, title: 'Third', key: 'another', occurredAt: new Date(0) }]);
    expect(await stored()).toMatchObject([
      { id: first?.id, title: 'Third', occurred_at: new Date(0), day: '1969-12-31' },
    ]);
  });

  test('tells the same id of two providers apart', async () => {
    await capture([sampleMail({ externalId: '1' })], [], 'gmail');
    await capture([sampleMeeting({ externalId: '1' })], [], 'google_calendar');
    expect(await stored()).toHaveLength(2);
  });

  test('removes what no longer concerns a tracked domain, and what the page says is gone', async () => {
    const [meeting, gone] = [sampleMeeting(), sampleMail()];
    await capture([meeting, gone]);
    const moved = { ...meeting, participants: [someone('cat@other.org')] };
    expect(await capture([moved], [gone.externalId, 'never seen'])).toEqual({
      stored: 0,
      removed: 2,
    });
    expect(await stored()).toEqual([]);
  });

  test('makes any text storable', async () => {
    const text = `\0a\ud800${'x'.repeat(2_000_000)}`;
    const mail = sampleMail({
      title: text,
      summary: text,
      location: text,
      htmlBody: text,
      textBody: text,
      participants: [
        { name: text, email: ' Ann@ACME.com ', role: 'from' },
        someone('jo@Müller.de', 'to'),
        someone(text, 'to'),
        someone('\udc00@acme.com', 'to'),
      ],
      metadata: { actionItems: [text], status: '\0', nested: { '\0key': [text, 1, null] } },
      messageIds: [text, '', '\0'],
    });
    await capture([mail]);
    const [row] = await stored();
    expect(row?.title.startsWith('a\ufffdxxx')).toBe(true);
    expect(row?.html_body?.length).toBeLessThanOrEqual(1_000_000);
    expect(row?.participants.map(({ email }) => email.slice(0, 20))).toEqual([
      'ann@acme.com',
      'jo@xn--mller-kva.de',
      'a\ufffdxxxxxxxxxxxxxxxxxx',
      '\ufffd@acme.com',
    ]);
    expect(row?.metadata).toMatchObject({ status: '' });
  });

  test('refuses a time that no one can store', async () => {
    const mail = sampleMail({ occurredAt: new Date(Number.NaN) });
    await expect(capture([sampleMail(), mail])).rejects.toThrow(
      `Activity ${mail.externalId} has no usable time.`,
    );
    expect(await stored()).toEqual([]);
    await expect(capture([sampleMail({ occurredAt: new Date(8.64e15) })])).rejects.toBeInstanceOf(
      RangeError,
    );
    const start = new Date(Number.NaN);
    await capture([{ ...sampleMeeting(), startTime: start }]);
    expect(await stored()).toMatchObject([{ start_time: null }]);
  });

  test('knows on which New York day something was', async () => {
    const at = ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-11-01T03:59:59Z'];
    await capture(at.map((time) => sampleMail({ occurredAt: new Date(time) })));
    expect((await stored()).map(({ day }) => day)).toEqual([
      '2026-03-07',
      '2026-03-08',
      '2026-10-31',
    ]);
  });
});

test('removeCaptured removes what is gone, of one person, provider and mailbox', async () => {
  const mail = sampleMail();
  await capture([mail, sampleMail({ title: 'Stays' })]);
  const remove = (ownerId: string, provider: string, mailbox = person.email) =>
    app.db
      .transaction()
      .execute((tx) =>
        removeCaptured(tx, { ownerId, provider, source: mailbox }, [mail.externalId, 'other']),
      );
  const stranger = await app.make.person();
  expect(await remove(stranger.id, 'gmail')).toBe(0);
  expect(await remove(person.id, 'google_calendar')).toBe(0);
  expect(await remove(person.id, 'gmail', 'other@home.example')).toBe(0);
  expect(await remove(person.id, 'gmail')).toBe(1);
  expect(await remove(person.id, 'gmail')).toBe(0);
  expect(await stored()).toMatchObject([{ title: 'Stays' }]);
});
