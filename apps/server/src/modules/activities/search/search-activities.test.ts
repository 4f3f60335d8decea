import type { EndpointInput } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { sampleMail, sampleMeeting } from '../sample-mail.fixture.ts';
import { fillWords } from './fill-words.job.ts';

type Query = EndpointInput<'GET /api/workspaces/{workspaceId}/activities/search'>['query'];

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let ben: MadePerson;
let accountId: string;
let domainId: string;
beforeAll(async () => {
  app = await createTestApp({
    transcripts: async () => [{ speaker_name: 'Cleo', start_time: 0, text: 'The zeppelin lands' }],
  });
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ben = await app.make.member(workspace.id, { name: 'Ben' });
  ({ accountId, domainId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

const capture = (activities: Parameters<typeof sampleMail>[0][], person = ann) =>
  tracking(app).capture(
    person,
    activities.map((one) => (one?.type === 'calendar' ? sampleMeeting(one) : sampleMail(one))),
  );

const search = (query: Query, token = ann.token) =>
  app.call('GET /api/workspaces/{workspaceId}/activities/search', {
    token,
    params: { workspaceId: workspace.id },
    query,
  });

const titles = async (query: Query | string, token = ann.token) => {
  const { data } = await search(typeof query === 'string' ? { q: query } : query, token);
  return data.results.map(({ title }) => title.text);
};

/** Ben shares the same company as well. */
async function benShares() {
  const { data } = await tracking(app).importOne(ben.token, 'acme.com');
  const body = { domainId: data.results[0]?.domain.id ?? '', workspaceId: workspace.id };
  await app.call('POST /api/accounts/domains/share', { token: ben.token, body });
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

describe('what is found', () => {
  test.each([
    ['a word of the subject', 'budget'],
    ['the beginning of a word', 'bud'],
    ['another case', 'BUDGET'],
    ['without the accents that the text has', 'zurich'],
    ['with accents that the text lacks', 'bùdget'],
    ['a name', 'lindqvist'],
    ['an address', 'maya@acme.com'],
    ['the domain of an address', 'acme.com'],
    ['the text', 'quarter'],
    ['words of different places', 'budget maya quarter'],
    ['a whole word', '"budget"'],
    ['a language without spaces', '東京'],
    ['its last character', '都'],
    ['a right-to-left script', 'שלום'],
    ['signs between the words', "budget & (maya | !quarter) <-> 'x':* -- \\"],
  ])('%s', async (_, q) => {
    await capture([
      {
        title: 'Budget Zürich 東京都',
        participants: [{ name: 'Maya Lindqvist', email: 'maya@acme.com', role: 'from' }],
        textBody: 'For the next quarter, x. שָׁלוֹם',
      },
      { title: 'Other' },
    ]);
    expect((await search({ q })).status).toBe(200);
    expect(await titles(q)).toEqual(
      q === 'acme.com' ? expect.anything() : ['Budget Zürich 東京都'],
    );
  });

  test.each(['udget', '"budge"', 'budget absent', 'budgeting'])('not %s', async (q) => {
    await capture([{ title: 'Budget' }]);
    expect(await titles(q)).toEqual([]);
  });

  test('the words of HTML, not its tags and their attributes', async () => {
    await capture([{ title: 'Html', htmlBody: '<p class="hidden">Caf&#233; <b>mocca</b></p>' }]);
    expect(await titles('cafe mocca')).toEqual(['Html']);
    expect(await titles('hidden')).toEqual([]);
  });

  test('not what lies beyond the part of a text that is searched', async () => {
    await capture([{ title: 'Long', textBody: `${'x '.repeat(10_000)}beyond` }]);
    expect(await titles('beyond')).toEqual([]);
    expect(await titles('long')).toEqual(['Long']);
  });

  test('newest first, in pages that overlap nowhere', async () => {
    const count = limits.searchPageSize + 10;
    await capture(
      Array.from({ length: count }, (_, index) => ({
        title: `Offer ${index}`,
        // Several at the same instant, over some days and on both sides of a page boundary.
        occurredAt: new Date(Date.UTC(2026, 0, 10) - Math.floor(index / 4) * 43_200_000),
      })),
    );
    const first = await search({ q: 'offer' });
    const second = await search({ q: 'offer', before: first.data.next });
    const listed = [...first.data.results, ...second.data.results];
    expect(first.data.results).toHaveLength(limits.searchPageSize);
    expect(second.data.next).toBeUndefined();
    expect(new Set(listed.map(({ id }) => id)).size).toBe(count);
    const times = listed.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('a word that none of the newest activities has, in the order of time', async () => {
    // More than are tested one by one before the index of words is used.
    await capture(
      Array.from({ length: 420 }, (_, index) => ({ occurredAt: ago(1 + index / 1_000) })),
    );
    await capture([
      { title: 'Needle older', occurredAt: ago(40) },
      { title: 'Needle oldest', occurredAt: ago(2_000) },
      { title: 'Needle newer', occurredAt: ago(30) },
      { title: 'Needle newer still', occurredAt: new Date(ago(30).getTime() + 1_000) },
    ]);
    const expected = ['Needle newer still', 'Needle newer', 'Needle older', 'Needle oldest'];
    expect(await titles('needle')).toEqual(expected);
    expect(await titles({ q: 'needle', from: dayOf(ago(35)), until: dayOf(ago(25)) })).toEqual(
      expected.slice(0, 2),
    );
    expect(await titles({ q: 'needle', until: dayOf(ago(36)) })).toEqual(expected.slice(2));
  });

  test('the transcript of a call, from when it was read first', async () => {
    await capture([{ type: 'call', title: 'Call', key: 'call 1' }]);
    expect(await titles('zeppelin')).toEqual([]);
    const { data } = await search({ q: 'call' });
    const activityId = data.results[0]?.id ?? '';
    await app.call('GET /api/activities/{activityId}/fireflies-transcript', {
      token: ann.token,
      params: { activityId },
    });
    const found = await search({ q: 'zeppelin cleo' });
    expect(found.data.results.map(({ excerpt }) => excerpt.text)).toEqual([
      'Cleo: The zeppelin lands',
    ]);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await benShares();
    await capture([
      { title: 'Plan mail', key: 'both', occurredAt: ago(10) },
      { type: 'calendar', title: 'Plan meeting', occurredAt: ago(20) },
    ]);
    await capture([{ title: 'Plan mail', key: 'both', occurredAt: ago(10) }], ben);
    await capture([{ title: 'Plan of Ben', occurredAt: ago(30) }], ben);
  });

  test('by type, colleague and day', async () => {
    expect(await titles('plan')).toEqual(['Plan mail', 'Plan meeting', 'Plan of Ben']);
    expect(await titles({ q: 'plan', type: 'calendar' })).toEqual(['Plan meeting']);
    expect(await titles({ q: 'plan', contributor: ben.email })).toEqual([
      'Plan mail',
      'Plan of Ben',
    ]);
    expect(await titles({ q: 'plan', contributor: ann.email.toUpperCase() })).toEqual([
      'Plan mail',
      'Plan meeting',
    ]);
    expect(await titles({ q: 'plan', from: dayOf(ago(25)), until: dayOf(ago(15)) })).toEqual([
      'Plan meeting',
    ]);
  });

  test('a colleague who shares nothing here, or does not exist, is nothing found', async () => {
    const stranger = await app.make.person();
    expect(await titles({ q: 'plan', contributor: stranger.email })).toEqual([]);
    expect(await titles({ q: 'plan', contributor: 'nobody@nowhere.example' })).toEqual([]);
  });

  test('the words that mark types and people are no words to search for', async () => {
    for (const q of ['=email', `@${ben.id}`, `~${ann.id}~ann`]) {
      expect(await titles(q)).toEqual([]);
    }
  });
});

describe('what may be seen', () => {
  test('nothing of another workspace, though its words are the same', async () => {
    const other = await app.make.workspace();
    const outsider = await app.make.member(other.id);
    await tracking(app).makeAccount(outsider, other.id);
    await capture([{ title: 'Budget of others' }], outsider);
    await capture([{ title: 'Budget of ours' }]);
    expect(await titles('budget')).toEqual(['Budget of ours']);
    expect((await search({ q: 'budget' }, outsider.token)).status).toBe(404);
  });

  test('nothing from the moment on that it is no longer shared', async () => {
    await capture([{ title: 'Budget' }]);
    expect(await titles('budget', ben.token)).toEqual(['Budget']);
    await app.call('DELETE /api/accounts/domains/unshare', {
      token: ann.token,
      body: { domainId, workspaceId: workspace.id },
    });
    expect(await titles('budget', ben.token)).toEqual([]);
    expect(
      await app.db
        .selectFrom('account_activity_words')
        .where('workspace_id', '=', workspace.id)
        .select('activity_id')
        .execute(),
    ).toEqual([]);
  });

  test('nothing of an account from the moment on that it is being deleted', async () => {
    await capture([{ title: 'Budget' }]);
    await app.db
      .updateTable('workspace_accounts')
      .set({ deleted_at: new Date() })
      .where('id', '=', accountId)
      .execute();
    expect(await titles('budget')).toEqual([]);
    expect((await search({ q: 'budget' })).data.next).toBeUndefined();
  });

  test('hidden recipients are found and shown by the owner of the mailbox alone', async () => {
    await benShares();
    await capture([
      {
        title: 'Secret copy',
        key: 'copied',
        bcc: [{ name: 'Hilda Hidden', email: 'hilda@acme.com', role: 'other' }],
      },
    ]);
    await capture([{ title: 'Secret copy', key: 'copied' }], ben);
    const found = await search({ q: 'hilda' });
    expect(found.data.results[0]?.people.map(({ text }) => text)).toContain(
      'Hilda Hidden <hilda@acme.com>',
    );
    expect(await titles('hidden copy')).toEqual(['Secret copy']);
    expect(await titles('hilda', ben.token)).toEqual([]);
    const { data } = await search({ q: 'copy' }, ben.token);
    expect(JSON.stringify(data)).not.toMatch(/hilda/i);
    expect(data.results[0]?.peopleCount).toBe(2);
  });

  test('a mail that concerns the company only by hidden recipients is found by no one', async () => {
    await capture([
      {
        title: 'Unpublished',
        participants: [{ name: 'Me', email: 'me@home.example', role: 'from' }],
        bcc: [{ name: '', email: 'hilda@acme.com', role: 'other' }],
      },
    ]);
    expect(await titles('unpublished')).toEqual([]);
  });
});

describe('what is shown', () => {
  test('lines of plain text with the ranges that were found', async () => {
    await capture([
      {
        title: 'Zoë <b>Budget</b>',
        textBody: `${'Lorem ipsum dolor. '.repeat(30)}\n\nThe budget \u202Eis fine. ${'Sit amet. '.repeat(60)}`,
      },
    ]);
    const { data } = await search({ q: 'bud zoe' });
    const [result] = data.results;
    const marked = ({ text, marks }: { text: string; marks: [number, number][] }) =>
      marks.map(([start, end]) => text.slice(start, end));
    expect(result?.title.text).toBe('Zoë <b>Budget</b>');
    expect(marked(result?.title ?? { text: '', marks: [] })).toEqual(['Zoë', 'Budget']);
    expect(result?.excerpt.text).toMatch(/^… .*The budget is fine\..* …$/);
    expect(result?.excerpt.text.length).toBeLessThan(260);
    expect(marked(result?.excerpt ?? { text: '', marks: [] })).toEqual(['budget']);
    expect(result?.account).toEqual({ id: accountId, name: 'Acme', domain: 'acme.com' });
    expect(result?.contributors).toEqual([{ name: 'Ann', email: ann.email }]);
  });

  test('of many participants, the sender and the one searched for', async () => {
    const crowd = Array.from({ length: 20 }, (_, index) => ({
      name: `Person ${index}`,
      email: `p${index}@acme.com`,
      role: 'to' as const,
    }));
    await capture([
      { participants: [{ name: 'Sender', email: 'sender@acme.com', role: 'from' }, ...crowd] },
    ]);
    const { data } = await search({ q: 'p17' });
    const [result] = data.results;
    expect(result?.peopleCount).toBe(21);
    expect(result?.people.map(({ text }) => text).slice(0, 2)).toEqual([
      'Sender <sender@acme.com>',
      'Person 17 <p17@acme.com>',
    ]);
  });
});

describe('bad input', () => {
  test.each([
    ['1,000 characters', 'a'.repeat(1_000), /at most 200 characters/],
    ['nothing', '', /at least one letter or digit/],
    ['only signs', '"&|!<->:*()\\\' %', /at least one letter or digit/],
    ['only NUL and half a character', '\0\ud800', /at least one letter or digit/],
    ['only emoji', '🎉🎊', /at least one letter or digit/],
    ['too many words', 'a b c d e f g h i j k l m', /at most 12 words/],
  ])('%s is refused with the reason', async (_, q, message) => {
    const { status, error } = await search({ q });
    expect(status).toBe(400);
    expect(error?.message).toMatch(message);
  });

  test.each([
    'a',
    'x\0y',
    'pláň\u202E',
    '٣',
    '🎉 party',
    'a'.repeat(200),
    '½',
    '%',
    '%a',
    '\\a',
    "a'b",
  ])('%j is an ordinary search, or refused', async (q) => {
    await capture([{ title: 'A' }]);
    expect([200, 400]).toContain((await search({ q })).status);
  });

  test.each([{ from: '2026-02-30' }, { before: 'x' }, { type: 'fax' as 'call' }])(
    '%j is refused',
    async (query) => {
      expect((await search({ q: 'a', ...query })).status).toBe(400);
    },
  );

  test('days the wrong way round are nothing found', async () => {
    await capture([{ title: 'Budget' }]);
    expect(await titles({ q: 'budget', from: '2026-02-02', until: '2020-01-01' })).toEqual([]);
  });
});

describe('what was captured before there was a search', () => {
  test('is found after the job, its transcript and hidden recipients too', async () => {
    await capture([
      {
        type: 'call',
        title: 'Old call',
        bcc: [{ name: 'Hilda', email: 'hilda@acme.com', role: 'other' }],
      },
    ]);
    const { data } = await search({ q: 'old' });
    await app.call('GET /api/activities/{activityId}/fireflies-transcript', {
      token: ann.token,
      params: { activityId: data.results[0]?.id ?? '' },
    });
    await sql`update captured_activities set search_words = null, hidden_words = ''
      where owner_id = ${ann.id}`.execute(app.db);
    await sql`update call_transcripts set search_words = null`.execute(app.db);
    await sql`delete from account_activity_words where workspace_id = ${workspace.id}`.execute(
      app.db,
    );
    expect(await titles('old')).toEqual([]);
    await fillWords(app.db);
    expect(await titles('old zeppelin hilda')).toEqual(['Old call']);
  });
});
