import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { control } from '../testing/control.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';
import type { Call } from './call.ts';

const ann = 'ann@example.org';
const dayMs = 86_400_000;
const now = Date.parse('2026-03-10T12:00:00Z');

interface Reply {
  status: number;
  body: {
    data: Record<string, unknown> | null;
    errors?: { code: string; message: string; path?: string[]; extensions: object }[];
  };
}

const call: Call = {
  id: 'CALL1',
  title: 'Price talk',
  date: now,
  duration: 32.5,
  meeting_attendees: [
    { displayName: 'Ann', email: ann, name: null },
    { displayName: null, email: 'bob@acme.com', name: 'Bob' },
  ],
  summary: { action_items: '**Ann**\nSend the list (00:30)\n', overview: 'They talked.' },
  sentences: [
    { speaker_name: 'Bob', text: 'Hello.', start_time: 0.5, end_time: 1.25 },
    { speaker_name: 'Ann', text: 'Hello Bob.', start_time: 1.5, end_time: 2 },
    { speaker_name: 'Bob', text: 'Well.', start_time: 3, end_time: 4 },
  ],
};

let sandbox: Sandbox;
let key: string;

beforeEach(async () => {
  sandbox = await startTestSandbox({ now: () => now });
  key = sandbox.firefliesKey(ann);
});

async function request(query: string, variables: object = {}, bearer = key): Promise<Reply> {
  const answer = await fetch(`${sandbox.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, body: (await answer.json()) as Reply['body'] };
}

describe('a key', () => {
  it('says whose it is, and is the same after a restart elsewhere', async () => {
    expect((await request('{ user { email name user_id } }')).body.data).toEqual({
      user: { email: ann, name: 'Ann Arbor', user_id: expect.any(String) as string },
    });
    expect((await startTestSandbox()).firefliesKey(ann)).toBe(key);
  });

  it('that is none is refused', async () => {
    expect(await request('{ user { email } }', {}, 'wrong')).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'auth_failed', extensions: { status: 401 } }] },
    });
  });

  it('can be refused from now on, and taken again', async () => {
    await control(sandbox.url, 'POST', `fireflies/${ann}/key`, { isRefused: true });
    expect((await request('{ user { email } }')).status).toBe(401);
    await control(sandbox.url, 'POST', `fireflies/${ann}/key`, { isRefused: false });
    expect((await request('{ user { email } }')).status).toBe(200);
  });

  it('can be limited to so many requests a day, of UTC', async () => {
    await control(sandbox.url, 'POST', `fireflies/${ann}/key`, { requestsADay: 2 });
    await request('{ user { email } }');
    await request('{ user { email } }');
    expect(await request('{ user { email } }')).toMatchObject({
      status: 429,
      body: {
        data: null,
        errors: [
          {
            code: 'too_many_requests',
            extensions: { metadata: { retryAfter: Date.parse('2026-03-11T00:00:00Z') } },
          },
        ],
      },
    });
    expect(await control(sandbox.url, 'GET', `fireflies/${ann}/key`)).toMatchObject({
      key,
      requestsADay: 2,
      requestsToday: 2,
    });
    await control(sandbox.url, 'POST', 'clock', { offsetMs: dayMs });
    expect((await request('{ user { email } }')).status).toBe(200);
  });
});

describe('transcript', () => {
  it('is returned with the requested fields, absent ones as null', async () => {
    sandbox.addCalls(ann, [call]);
    const { body } = await request(
      `query One($id: String!) {
        call: transcript(id: $id) {
          id title date dateString duration participants organizer_email transcript_url
          meeting_attendees { displayName email name phoneNumber }
          speakers { id name }
          summary { action_items overview short_summary }
          sentences { index speaker_name speaker_id text start_time end_time }
        }
      }`,
      { id: 'CALL1' },
    );
    expect(body.data).toEqual({
      call: {
        id: 'CALL1',
        title: 'Price talk',
        date: now,
        dateString: '2026-03-10T12:00:00.000Z',
        duration: 32.5,
        participants: [ann, 'bob@acme.com'],
        organizer_email: ann,
        transcript_url: 'https://app.fireflies.ai/view/CALL1',
        meeting_attendees: [
          { displayName: 'Ann', email: ann, name: null, phoneNumber: null },
          { displayName: null, email: 'bob@acme.com', name: 'Bob', phoneNumber: null },
        ],
        speakers: [
          { id: 0, name: 'Bob' },
          { id: 1, name: 'Ann' },
        ],
        summary: {
          action_items: '**Ann**\nSend the list (00:30)\n',
          overview: 'They talked.',
          short_summary: null,
        },
        sentences: call.sentences?.map((sentence, index) => ({
          ...sentence,
          index,
          speaker_id: index % 2,
        })),
      },
    });
  });

  it('keeps action items as the list that they were given as, and a summary away', async () => {
    sandbox.addCalls(ann, [
      { ...call, summary: { action_items: ['one', 'two'] } },
      { ...call, id: 'CALL2', summary: null, sentences: null },
    ]);
    const { body } = await request(
      '{ a: transcript(id: "CALL1") { summary { action_items } } b: transcript(id: "CALL2") { summary { overview } sentences { text } } }',
    );
    expect(body.data).toEqual({
      a: { summary: { action_items: ['one', 'two'] } },
      b: { summary: null, sentences: null },
    });
  });

  it('that is not there is not found, which leaves the other fields standing', async () => {
    sandbox.addCalls(ann, [call]);
    expect(await request('{ transcript(id: "NONE") { id } }')).toMatchObject({
      status: 404,
      body: {
        data: null,
        errors: [
          { code: 'object_not_found', extensions: { metadata: { objectType: 'Transcript' } } },
        ],
      },
    });
    expect(
      await request('{ a: transcript(id: "NONE") { id } b: transcript(id: "CALL1") { id } }'),
    ).toMatchObject({
      status: 200,
      body: { data: { a: null, b: { id: 'CALL1' } }, errors: [{ path: ['a'] }] },
    });
  });
});

describe('transcripts', () => {
  const ids = async (args: string, variables: object = {}): Promise<unknown> => {
    const { body } = await request(
      args.includes('$from')
        ? `query L($from: DateTime, $limit: Int = 50) { transcripts(limit: $limit, ${args}) { id } }`
        : `{ transcripts(${args}) { id } }`,
      variables,
    );
    const transcripts = body.data?.['transcripts'] as { id: string }[] | undefined;
    return transcripts?.map(({ id }) => id);
  };

  beforeEach(() => {
    sandbox.addCalls(ann, [
      { ...call, id: 'OLD', date: now - 3 * dayMs, organizer_email: 'bob@acme.com' },
      { ...call, id: 'NEW', date: now },
      { ...call, id: 'MID', date: now - dayMs, title: 'Other' },
    ]);
  });

  it('come newest first, page by page', async () => {
    expect(await ids('limit: 2')).toEqual(['NEW', 'MID']);
    expect(await ids('limit: 2, skip: 2')).toEqual(['OLD']);
  });

  it('are bounded by dates', async () => {
    expect(await ids('fromDate: $from', { from: '2026-03-09T00:00:00.000Z' })).toEqual([
      'NEW',
      'MID',
    ]);
    expect(await ids('toDate: "2026-03-08T00:00:00.000Z"')).toEqual(['OLD']);
  });

  it('are chosen by organizer, participant and title', async () => {
    expect(await ids('mine: true')).toEqual(['NEW', 'MID']);
    expect(await ids('organizers: ["BOB@acme.com"]')).toEqual(['OLD']);
    expect(await ids('participant_email: "nobody@acme.com"')).toEqual([]);
    expect(await ids('title: "other"')).toEqual(['MID']);
  });

  it.each([
    ['limit: 51', 'limit'],
    ['fromDate: "yesterday"', 'fromDate'],
    ['mine: true, organizer_email: "a@b.c"', 'organizer_email'],
  ])('refuse %s', async (args, name) => {
    expect(await request(`{ transcripts(${args}) { id } }`)).toMatchObject({
      status: 400,
      body: {
        errors: [{ code: 'invalid_arguments', extensions: { metadata: { fields: [{ name }] } } }],
      },
    });
  });

  it.each([
    ['{ transcripts(limt: 3) { id } }', 'Unknown argument "limt"'],
    ['{ transcripts { titel } }', 'Cannot query field "titel"'],
    ['{ transcripts { summary } }', 'must have a selection'],
    ['{ transcripts { id { x } } }', 'no subfields'],
    ['{ transcript { id ', 'Syntax Error'],
    ['query ($id: String!) { transcript(id: $id) { id } }', '"$id" of required type'],
    ['{ transcript(id: $id) { id } }', '"$id" is not defined'],
    ['{ recordings { id } }', 'Cannot query field "recordings"'],
  ])('refuse %s as GraphQL does', async (query, message) => {
    const { status, body } = await request(query);
    expect(status).toBe(400);
    expect(body.errors?.[0]?.message).toContain(message);
  });

  it('are listed, added and deleted by control', async () => {
    const { ids: added } = await control<{ ids: string[] }>(
      sandbox.url,
      'POST',
      `fireflies/${ann}/calls`,
      { calls: [{ title: 'Late', date: now + 1000, duration: 3 }] },
    );
    expect(await ids('limit: 1')).toEqual(added);
    await control(sandbox.url, 'DELETE', `fireflies/${ann}/calls/${added[0]}`);
    await control(sandbox.url, 'DELETE', `fireflies/${ann}/calls/OLD`);
    expect(await control(sandbox.url, 'GET', `fireflies/${ann}/calls`)).toMatchObject({
      calls: [{ id: 'NEW' }, { id: 'MID' }],
    });
    await expect(
      control(sandbox.url, 'POST', `fireflies/${ann}/calls`, { title: 'x' }),
    ).rejects.toThrow('needs at least');
  });
});

describe('failure switches', () => {
  const fail = (effect: object, more: object = {}) =>
    control(sandbox.url, 'POST', 'faults', {
      path: '/graphql',
      times: 1,
      effect: { kind: 'fail', ...effect },
      ...more,
    });

  it.each([
    [400, 'invalid_arguments'],
    [401, 'auth_failed'],
    [403, 'forbidden'],
    [404, 'object_not_found'],
    [500, 'internal_server_error'],
  ])('word %i as %s', async (status, code) => {
    await fail({ status });
    expect(await request('{ user { email } }')).toMatchObject({
      status,
      body: { data: null, errors: [{ code, friendly: true, extensions: { code, status } }] },
    });
  });

  it('name any code, in an answer of any status', async () => {
    for (const [code, status] of [
      ['paid_required', 403],
      ['account_cancelled', 403],
      ['forbidden', 403],
    ] as const) {
      await fail({ status: 200, reason: code });
      expect(await request('{ user { email } }')).toMatchObject({
        status: 200,
        body: { errors: [{ code, extensions: { code, status } }] },
      });
    }
  });

  it('say when to come again, as an instant', async () => {
    await fail({ status: 429, retryAfter: 60 });
    expect(await request('{ user { email } }')).toMatchObject({
      status: 429,
      body: { errors: [{ extensions: { metadata: { retryAfter: now + 60_000 } } }] },
    });
  });

  it('strike the one query whose text they name', async () => {
    sandbox.addCalls(ann, [call]);
    await fail({ status: 404 }, { bodyIncludes: 'CALL1' });
    expect((await request('{ transcripts { id } }')).status).toBe(200);
    expect((await request('{ transcript(id: "CALL1") { id } }')).status).toBe(404);
  });

  it('repeat and reorder the lists of the answer', async () => {
    sandbox.addCalls(ann, [call, { ...call, id: 'CALL0', date: now - 1 }]);
    await control(sandbox.url, 'POST', 'faults', {
      path: '/graphql',
      effect: { kind: 'reorder-entries' },
    });
    await control(sandbox.url, 'POST', 'faults', {
      path: '/graphql',
      effect: { kind: 'duplicate-entries' },
    });
    expect((await request('{ transcripts { id } }')).body.data).toEqual({
      transcripts: [{ id: 'CALL0' }, { id: 'CALL1' }, { id: 'CALL1' }],
    });
  });
});
