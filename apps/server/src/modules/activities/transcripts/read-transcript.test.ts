import type { TranscriptSentence } from '@repo/contract/activities';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { translateFailures } from '../../integrations/create-transcript-source.ts';
import { ProviderError } from '../../integrations/provider-error.ts';
import { captureAndPublish } from '../capture-and-publish.fixture.ts';
import { sampleMeeting } from '../sample-mail.fixture.ts';
import type { TranscribedCall } from '../transcript-source.ts';

const said = [
  { speaker_name: 'Ann', start_time: 0, text: 'Hello' },
  { speaker_name: '', start_time: 2.5, text: 'Hi' },
];

let app: TestApp;
let ann: MadePerson;
let colleague: MadePerson;
let callId: string;
let meetingId: string;
let asked: TranscribedCall[];
let answer: () => TranscriptSentence[];
beforeAll(async () => {
  app = await createTestApp({
    transcripts: translateFailures(async (call) => {
      const { ownerId, provider, source, externalId } = call;
      asked.push({ ownerId, provider, source, externalId });
      return answer();
    }),
  });
});
beforeEach(async () => {
  await app.db.deleteFrom('rate_limit_counters').execute();
  asked = [];
  answer = () => said;
  const workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id);
  colleague = await app.make.member(workspace.id);
  const { accountId } = await tracking(app).makeAccount(ann, workspace.id);
  const source = { ownerId: ann.id, provider: 'fireflies', source: ann.email };
  await captureAndPublish(app.db, source, [
    sampleMeeting({ type: 'call', title: 'Call', externalId: 'C1', key: 'fireflies:C1' }),
    sampleMeeting({ title: 'Meeting' }),
  ]);
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: ann.token,
    params: { accountId },
  });
  const idOf = (wanted: string) => data.activities.find(({ title }) => title === wanted)?.id ?? '';
  callId = idOf('Call');
  meetingId = idOf('Meeting');
});
afterAll(() => app.close());

const transcript = (activityId = callId, token = ann.token) =>
  app.call('GET /api/activities/{activityId}/fireflies-transcript', {
    token,
    params: { activityId },
  });

test('asks the provider on first use and keeps the answer', async () => {
  expect((await transcript()).data.transcriptSentences).toEqual(said);
  answer = () => [];
  expect((await transcript()).data.transcriptSentences).toEqual(said);
  expect(asked).toEqual([
    { ownerId: ann.id, provider: 'fireflies', source: ann.email, externalId: 'C1' },
  ]);
});

test('asks again while there is nothing yet', async () => {
  answer = () => [];
  expect((await transcript()).data.transcriptSentences).toEqual([]);
  answer = () => said;
  expect((await transcript()).data.transcriptSentences).toEqual(said);
});

test('does not ask for what is no call', async () => {
  expect((await transcript(meetingId)).data.transcriptSentences).toEqual([]);
  expect(asked).toEqual([]);
});

test.each([
  ['rate-limited', 429, 'RATE_LIMITED'],
  ['temporary', 502, 'NETWORK_ERROR'],
  ['permanent', 500, 'UNKNOWN_ERROR'],
  ['reauthorize', 500, 'UNKNOWN_ERROR'],
] as const)('a provider that fails as %s answers %i %s', async (kind, status, code) => {
  answer = () => {
    throw new ProviderError(kind, 'Did not work', { retryAfterSeconds: 60 });
  };
  expect(await transcript()).toMatchObject({ status, error: { code } });
});

test('is for those who may see the call', async () => {
  const stranger = await app.make.person();
  expect((await transcript(callId, stranger.token)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('a colleague cannot spend the requests of its owner on what is not there', async () => {
  answer = () => [];
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => transcript(callId, colleague.token)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(asked).toHaveLength(10);
  answer = () => said;
  expect((await transcript()).data.transcriptSentences).toEqual(said);
  expect((await transcript(callId, colleague.token)).data.transcriptSentences).toEqual(said);
});

test('what a colleague gets is not counted', async () => {
  expect((await transcript(callId, colleague.token)).data.transcriptSentences).toEqual(said);
  expect(await app.db.selectFrom('rate_limit_counters').select('count').execute()).toEqual([
    { count: 0 },
  ]);
});
