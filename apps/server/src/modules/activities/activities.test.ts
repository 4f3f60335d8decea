import { randomUUID } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { unshareDomain } from '#modules/domains/sharing/unshare-domain.ts';
import type { ActivityToCapture } from './activity-to-capture.ts';
import { sampleMail, sampleMeeting } from './sample-mail.fixture.ts';

let app: TestApp;
let workspace: Made;
let person: MadePerson;
let accountId: string;
let domainId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  person = await app.make.member(workspace.id);
  ({ accountId, domainId } = await tracking(app).makeAccount(person, workspace.id));
});
afterAll(() => app.close());

/** Captures activities; returns the ids in the timeline by title. */
async function listed(activities: ActivityToCapture[]): Promise<Map<string, string>> {
  await tracking(app).capture(person, activities);
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: person.token,
    params: { accountId },
    query: { range: '12W' },
  });
  return new Map(data.activities.map(({ title, id }) => [title, id]));
}

const find = (activityId: string, token = person.token, query: { before?: string } = {}) =>
  app.call('GET /api/activities/{activityId}', { token, params: { activityId }, query });

describe('GET /api/activities/{activityId}', () => {
  test('gives an activity with its text and what the provider knows besides', async () => {
    const meeting = sampleMeeting({
      title: 'Review',
      location: 'Room 1',
      htmlBody: '<p>Agenda</p>',
      textBody: 'Agenda',
      metadata: { actionItems: ['Write'], durationFormatted: '45 min', secret: 'of the provider' },
    });
    const id = (await listed([meeting])).get('Review') ?? '';
    expect((await find(id)).data.activity).toMatchObject({
      id,
      accountId,
      type: 'calendar',
      title: 'Review',
      location: 'Room 1',
      startTime: meeting.startTime?.toISOString(),
      htmlBody: '<p>Agenda</p>',
      plainTextBody: 'Agenda',
      metadata: { actionItems: ['Write'], durationFormatted: '45 min' },
    });
  });

  test('gives the whole thread of a conversation, oldest first, by the id of any message', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const mails = [
      sampleMail({ title: '1', occurredAt: ago(200), messageIds: ['<a>'], textBody: 'first' }),
      sampleMail({ title: '2', occurredAt: ago(20), messageIds: ['<b>', '<a>'] }),
      sampleMail({
        title: '3',
        occurredAt: ago(10),
        messageIds: ['<c>', '<b>'],
        textBody: 'third',
      }),
    ];
    const id = (await listed(mails)).get('3') ?? '';
    expect(id).toMatch(/^conversation\./);
    const { activity } = (await find(id)).data;
    expect(activity).toMatchObject({
      id,
      accountId,
      type: 'conversation',
      title: '3',
      activities: [{ title: '1', plainTextBody: 'first' }, { title: '2' }, { title: '3' }],
    });
    const [first] = 'activities' in activity ? activity.activities : [];
    expect((await find(`conversation.${first?.id}`)).data.activity).toEqual(activity);
    expect((await find(first?.id ?? '')).data.activity).toMatchObject({
      type: 'email',
      title: '1',
    });
  });

  test('gives the newest texts of a long conversation, and each of the others by itself', async () => {
    const participants = Array.from({ length: 1_000 }, (_, at) => ({
      name: `Person ${at}`,
      email: at === 0 ? 'ann@acme.com' : `person${at}@elsewhere.example`,
      role: at === 0 ? ('from' as const) : ('to' as const),
    }));
    const text = 'A long text. '.repeat(Math.ceil(limits.conversationTextBytes / 4 / 13));
    const mails = Array.from({ length: 12 }, (_, at) =>
      sampleMail({
        title: `Mail ${at}`,
        occurredAt: new Date(Date.now() - (12 - at) * 3_600_000),
        messageIds: [`<${at}>`, ...(at > 0 ? ['<0>'] : [])],
        textBody: text,
        participants,
      }),
    );
    const id = (await listed(mails)).get('Mail 11') ?? '';
    const { activity } = (await find(id)).data;
    expect(Buffer.byteLength(JSON.stringify(activity))).toBeLessThan(
      2 * limits.conversationTextBytes,
    );
    const messages = 'activities' in activity ? activity.activities : [];
    expect(messages).toHaveLength(12);
    for (const [at, message] of messages.entries()) {
      const hasText = at > 8;
      expect([message.isShortened === true, message.plainTextBody?.length]).toEqual(
        hasText ? [false, text.length] : [true, undefined],
      );
      expect(message.participants.length).toBe(hasText ? 1_000 : limits.listedParticipants);
    }
    const [oldest] = messages;
    expect(oldest).toMatchObject({ participantCount: 1_000 });
    const whole = (await find(oldest?.id ?? '')).data.activity;
    expect(whole).toMatchObject({ title: 'Mail 0', plainTextBody: text });
    expect(whole.participants).toHaveLength(1_000);
    expect(whole).not.toHaveProperty('isShortened');
  });

  test('gives the newest messages of a very long conversation, and the earlier ones on request', async () => {
    const count = limits.conversationMessages + 3;
    const mails = Array.from({ length: count }, (_, at) =>
      sampleMail({
        title: `Mail ${at}`,
        occurredAt: new Date(Date.now() - (count - at) * 60_000),
        messageIds: [`<${at}>`, ...(at > 0 ? ['<0>'] : [])],
      }),
    );
    const id = (await listed(mails)).get(`Mail ${count - 1}`) ?? '';
    const { activity } = (await find(id)).data;
    const messages = 'activities' in activity ? activity.activities : [];
    expect(messages.map(({ title }) => title)).toEqual(mails.slice(3).map(({ title }) => title));
    expect(activity).toMatchObject({ id, activityCount: count });
    const [oldest] = messages;
    const before = `${oldest?.occurredAt}_${oldest?.id}`;
    const { data } = await find(id, person.token, { before });
    expect(data.activity).toMatchObject({
      activityCount: count,
      activities: [{ title: 'Mail 0' }, { title: 'Mail 1' }, { title: 'Mail 2' }],
    });
    const [first] = 'activities' in data.activity ? data.activity.activities : [];
    const end = { before: `${first?.occurredAt}_${first?.id}` };
    expect((await find(id, person.token, end)).status).toBe(404);
  });

  test('a timeline names the first participants, and how many there are', async () => {
    const participants = Array.from({ length: 1_000 }, (_, at) => ({
      name: '',
      email: at === 0 ? 'ann@acme.com' : `person${at}@elsewhere.example`,
      role: at === 0 ? ('from' as const) : ('cc' as const),
    }));
    const of = (title: string, messageIds: string[]) =>
      sampleMail({ title, messageIds, participants, occurredAt: new Date(Date.now() - 60_000) });
    await listed([of('1', ['<1>']), of('2', ['<2>', '<1>']), of('3', ['<3>'])]);
    for (const query of [{}, { limit: '10' }]) {
      const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
        token: person.token,
        params: { accountId },
        query,
      });
      expect(data.activities).toHaveLength(2);
      const items = data.activities.flatMap((one) =>
        one.type === 'conversation' ? [one, one.lastActivity, ...one.activities] : [one],
      );
      expect(items).toHaveLength(5);
      for (const item of items) {
        expect(item.participants).toHaveLength(limits.listedParticipants);
        expect(item.participants[0]).toMatchObject({ email: 'ann@acme.com', role: 'from' });
      }
      expect(items.filter(({ participantCount }) => participantCount === 1_000)).toHaveLength(4);
    }
  });

  test('shows hidden recipients to the person whose mailbox has them, and to no one else', async () => {
    const colleague = await app.make.member(workspace.id);
    const imported = await tracking(app).importOne(colleague.token, 'acme.com');
    const body = { domainId: imported.data.results[0]?.domain.id ?? '', workspaceId: workspace.id };
    await app.call('POST /api/accounts/domains/share', {
      token: colleague.token,
      body: { ...body, domain: 'acme.com' },
    });
    const mail = sampleMail({ title: 'Offer' });
    const bcc = [{ name: 'Hidden', email: 'hidden@acme.com', role: 'other' as const }];
    // The colleague's copy came first, so it is the one that is published.
    await tracking(app).capture(colleague, [mail]);
    const id = (await listed([{ ...mail, bcc }])).get('Offer') ?? '';
    expect((await find(id)).data.activity.participants).toEqual([...mail.participants, ...bcc]);
    const seenByColleague = await find(id, colleague.token);
    expect(seenByColleague.data.activity).toMatchObject({
      contributors: [{ email: person.email }, { email: colleague.email }].sort((one, other) =>
        one.email.localeCompare(other.email),
      ),
    });
    expect(JSON.stringify(seenByColleague.data)).not.toContain('hidden');
    for (const { token } of [person, colleague]) {
      const params = { accountId };
      const query = { range: '12W' } as const;
      const [timeline, people] = [
        await app.call('GET /api/accounts/{accountId}/timeline', { token, params, query }),
        await app.call('GET /api/accounts/{accountId}/participants', { token, params, query: {} }),
      ];
      expect(timeline.data.activities).toHaveLength(1);
      expect(JSON.stringify([timeline.data, people.data])).not.toContain('hidden');
    }
  });

  test('publishes a mail only where someone whom everyone sees is at the domain', async () => {
    const acme = [{ name: 'Hidden', email: 'hidden@acme.com', role: 'other' as const }];
    const others = ['from', 'to'].map((role) => ({
      name: '',
      email: `${role}@elsewhere.org`,
      role: role as 'from' | 'to',
    }));
    const mail = sampleMail({ title: 'Hidden', participants: others, bcc: acme });
    expect([...(await listed([mail])).keys()]).toEqual([]);
    // It is stored nevertheless: it is published once the address becomes visible.
    expect([...(await listed([{ ...mail, participants: [...others, ...acme] }])).keys()]).toEqual([
      'Hidden',
    ]);
    expect([...(await listed([mail])).keys()]).toEqual([]);
    const { data } = await app.call('GET /api/accounts/{accountId}/participants', {
      token: person.token,
      params: { accountId },
      query: {},
    });
    expect(data.participants).toEqual([]);
  });

  test('is not found by strangers, after sharing ended, or if it does not exist', async () => {
    const meeting = sampleMeeting({ title: 'Review' });
    const id = (await listed([meeting])).get('Review') ?? '';
    const stranger = await app.make.person();
    expect((await find(id, stranger.token)).status).toBe(404);
    expect((await find(`conversation.${id}`)).status).toBe(404);
    expect((await find(randomUUID())).status).toBe(404);
    expect((await find('nonsense')).status).toBe(400);
    expect((await find(`conversation.${'-'.repeat(36)}`)).status).toBe(400);
    const workspaceId = workspace.id;
    await unshareDomain(app.db, { userId: person.id, domainId, workspaceId });
    expect(await find(id)).toMatchObject({
      status: 404,
      error: { message: 'Activity not found' },
    });
  });
});
