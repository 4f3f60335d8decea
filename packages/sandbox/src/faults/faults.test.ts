import type { gmail_v1 } from '@googleapis/gmail';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { sampleMail } from '../testing/sample-mail.ts';
import { gmailClient, signIn } from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const ann = 'ann@example.org';
const messagesPath = '/gmail/v1/users/*/messages';

let sandbox: Sandbox;
let gmail: gmail_v1.Gmail;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  await sandbox.addMessages(
    ann,
    Array.from({ length: 4 }, (_, index) => sampleMail({ Subject: `number ${index}` })),
  );
  gmail = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
});

async function switchOn(rule: object): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(rule) });
}

const list = (options: gmail_v1.Params$Resource$Users$Messages$List = {}) =>
  gmail.users.messages.list({ userId: 'me', ...options });

describe('failure switches', () => {
  it.each([
    [{ status: 403, reason: 'rateLimitExceeded' }, 'rateLimitExceeded'],
    [{ status: 403, reason: 'userRateLimitExceeded' }, 'userRateLimitExceeded'],
    [{ status: 401 }, 'authError'],
    [{ status: 404 }, 'notFound'],
    [{ status: 500 }, 'backendError'],
    [{ status: 503 }, 'backendError'],
  ])('fail as Google does: %j', async (failure, reason) => {
    await switchOn({ path: messagesPath, times: 1, effect: { kind: 'fail', ...failure } });
    // Straight over HTTP, since the client library refreshes and tries again on a 401.
    const { token } = await (
      gmail.context._options.auth as { getAccessToken(): Promise<{ token: string }> }
    ).getAccessToken();
    const request = () =>
      fetch(`${sandbox.url}/gmail/v1/users/me/messages`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const answer = await request();
    expect(answer.status).toBe(failure.status);
    expect(await answer.json()).toMatchObject({
      error: { code: failure.status, errors: [{ reason }] },
    });
    expect((await request()).status).toBe(200);
  });

  it('name the time to wait', async () => {
    await switchOn({ path: messagesPath, effect: { kind: 'fail', status: 429, retryAfter: 7 } });
    const error = (await list().catch((reason: unknown) => reason)) as {
      response: { headers: Headers };
    };
    expect(error.response.headers.get('retry-after')).toBe('7');
  });

  it('word a failed refresh as OAuth does', async () => {
    await switchOn({
      path: '/token',
      effect: { kind: 'fail', status: 400, reason: 'invalid_grant' },
    });
    await expect(signIn(sandbox.url, ann)).rejects.toThrow('invalid_grant');
  });

  it('slow an answer down', async () => {
    await switchOn({ path: messagesPath, times: 1, effect: { kind: 'slow', ms: 150 } });
    const order: string[] = [];
    await Promise.all([
      list().then(() => order.push('slow')),
      gmail.users.labels.list({ userId: 'me' }).then(() => order.push('next')),
    ]);
    expect(order).toEqual(['next', 'slow']);
  });

  it('cut an answer off in the middle', async () => {
    await switchOn({ path: messagesPath, times: 1, effect: { kind: 'cut' } });
    await expect(list()).rejects.toThrow(/terminated|aborted|premature|other side closed/i);
    expect((await list()).data.messages).toHaveLength(4);
  });

  it('repeat entries within a page and over the edge of two', async () => {
    await switchOn({ path: messagesPath, effect: { kind: 'duplicate-entries' } });
    const first = await list({ maxResults: 2 });
    const second = await list({ maxResults: 2, pageToken: first.data.nextPageToken ?? '' });
    const firstIds = first.data.messages?.map(({ id }) => id) ?? [];
    const secondIds = second.data.messages?.map(({ id }) => id) ?? [];
    expect(firstIds[0]).toBe(firstIds[1]);
    expect(secondIds[0]).toBe(firstIds.at(-1));
    expect(new Set([...firstIds, ...secondIds]).size).toBe(4);
  });

  it('reorder a page', async () => {
    const straight = (await list()).data.messages?.map(({ id }) => id);
    await switchOn({ path: messagesPath, effect: { kind: 'reorder-entries' } });
    expect((await list()).data.messages?.map(({ id }) => id)).toEqual(straight?.toReversed());
  });

  it('delete a message between two pages', async () => {
    const all = (await list()).data.messages?.map(({ id }) => id) ?? [];
    const path = `/sandbox/gmail/${ann}/messages/${all[3]}`;
    await switchOn({
      path: messagesPath,
      times: 1,
      effect: { kind: 'call', method: 'DELETE', path },
    });
    const first = await list({ maxResults: 2 });
    const second = await list({ maxResults: 2, pageToken: first.data.nextPageToken ?? '' });
    expect(first.data.messages?.map(({ id }) => id)).toEqual(all.slice(0, 2));
    expect(second.data.messages?.map(({ id }) => id)).toEqual([all[2]]);
    const { faults } = (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as {
      faults: object[];
    };
    expect(faults).toMatchObject([{ struck: 1, callStatus: 200 }]);
  });

  it('make control calls with a body, also after a failure', async () => {
    await switchOn({
      path: messagesPath,
      effect: { kind: 'call', path: '/sandbox/clock', body: { offsetMs: 5 } },
    });
    await switchOn({ path: messagesPath, effect: { kind: 'fail', status: 503 } });
    await expect(list()).rejects.toMatchObject({ status: 503 });
    expect(await (await fetch(`${sandbox.url}/sandbox/clock`)).json()).toMatchObject({
      offsetMs: 5,
    });
  });

  it('strike within a batch', async () => {
    await switchOn({ path: `${messagesPath}/*`, effect: { kind: 'fail', status: 429 } });
    const answer = await fetch(`${sandbox.url}/batch/gmail/v1`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/mixed; boundary=b' },
      body: '--b\r\nContent-Type: application/http\r\n\r\nGET /gmail/v1/users/me/messages/1\r\n\r\n--b--',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('HTTP/1.1 429 Too Many Requests');
  });

  it('are listed with their strikes, and cleared even when they cover every path', async () => {
    await switchOn({ path: '/**', effect: { kind: 'fail', status: 503 } });
    await expect(list()).rejects.toMatchObject({ status: 503 });
    const faults = (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as {
      faults: { struck: number }[];
    };
    expect(faults.faults).toMatchObject([{ struck: 1 }]);
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    expect((await list()).status).toBe(200);
  });

  it('never strike with probability 0', async () => {
    await switchOn({ path: '/**', probability: 0, effect: { kind: 'fail', status: 503 } });
    expect((await list()).status).toBe(200);
  });

  it('are refused with a reason when they make no sense', async () => {
    for (const rule of [
      {},
      { path: '/x' },
      { path: '/x', effect: { kind: 'melt' } },
      { path: '/x', times: 0, effect: { kind: 'cut' } },
      { path: '/x', effect: { kind: 'call', path: '/gmail/v1/users/me/profile' } },
    ]) {
      const answer = await switchOn(rule);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { message: expect.stringContaining('must be') as string },
      });
    }
  });
});
