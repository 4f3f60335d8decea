import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, brokenConnection, noAnswer } from '../../../test/api.ts';
import { sampleId, sampleUser } from '../../../test/samples.ts';
import { startSession } from '../session/session-store.ts';
import { call } from './call.ts';
import { askEarly, forgetEarlyAnswers } from './early-answers.ts';

let token: string;
let asked: number;
beforeEach(() => {
  token = `token-${sampleId()}`;
  asked = 0;
  startSession(token, sampleUser());
  answer('GET /api/workspaces', () => {
    asked += 1;
    return { items: [] };
  });
});
afterEach(forgetEarlyAnswers);

const ask = () => call('GET /api/workspaces');

test('what was asked early is not asked again, once', async () => {
  await askEarly('GET /api/workspaces', {}, token);
  expect(await ask()).toMatchObject({ success: true, data: { items: [] } });
  expect(asked).toBe(1);
  await ask();
  expect(asked).toBe(2);
});

test('an answer for another session is nobody’s', async () => {
  await askEarly('GET /api/workspaces', {}, 'another');
  await ask();
  expect(asked).toBe(2);
});

test('once the page stands, what nobody took is forgotten', async () => {
  await askEarly('GET /api/workspaces', {}, token);
  forgetEarlyAnswers();
  await ask();
  expect(asked).toBe(2);
});

test('a failure is told to whoever asks for the same', async () => {
  answer('GET /api/workspaces', brokenConnection);
  const early = askEarly('GET /api/workspaces', {}, token);
  await early.catch(() => undefined);
  expect(await ask()).toMatchObject({ success: false, error: { name: 'Network Error' } });
});

test('an answer that does not come can be given up', async () => {
  answer('GET /api/workspaces', noAnswer);
  void askEarly('GET /api/workspaces', {}, token);
  const giving = new AbortController();
  const asking = call('GET /api/workspaces', { signal: giving.signal });
  giving.abort(new Error('Given up'));
  expect(await asking).toMatchObject({ success: false, error: { message: 'Given up' } });
});
