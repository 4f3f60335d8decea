import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { control } from '../testing/control.ts';
import { sampleMail } from '../testing/sample-mail.ts';
import { clientId, clientSecret, pressConsentButton, redirectUri } from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const address = 'ann@example.org';
const scope = 'openid offline_access User.Read Mail.Read';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});

const authorizeUrl = () =>
  `${sandbox.url}/example.org/oauth2/v2.0/authorize?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    state: 'a-state',
  })}`;

async function requestToken(form: Record<string, string>) {
  const answer = await fetch(`${sandbox.url}/example.org/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function signIn(): Promise<string> {
  const back = await pressConsentButton(authorizeUrl(), 'login_hint', address);
  const { body } = await requestToken({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  });
  return String(body['access_token']);
}

async function get(token: string, path: string, prefer = 'IdType="ImmutableId"') {
  const url = path.startsWith('http') ? path : `${sandbox.url}/v1.0${path}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, prefer } });
  const body = (await answer.json()) as Record<string, unknown> & { value: Row[] };
  return { status: answer.status, body };
}

type Row = { id: string; '@removed'?: object };
const inbox = '/me/mailFolders/inbox/messages/delta?$select=id';

describe('sign-in', () => {
  it('gives a new refresh token with each refresh, and keeps the one before', async () => {
    const back = await pressConsentButton(authorizeUrl(), 'login_hint', address);
    const code = back.searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const first = String((await requestToken(grant)).body['refresh_token']);
    const refresh = (token: string) =>
      requestToken({ grant_type: 'refresh_token', refresh_token: token });
    const second = (await refresh(first)).body['refresh_token'];
    expect(second).not.toBe(first);
    expect((await refresh(first)).status).toBe(200);
    expect((await requestToken(grant)).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [54005],
    });
    await control(sandbox.url, 'POST', `microsoft/${address}/revoke-grants`);
    expect((await refresh(String(second))).body).toMatchObject({ error_codes: [700082] });
  });

  it('waits for the approval of an administrator', async () => {
    await control(sandbox.url, 'POST', 'microsoft/switches', { needsApproval: true });
    const back = await pressConsentButton(authorizeUrl(), 'error', 'needs_approval');
    expect(back.searchParams.get('error_description')).toMatch(/^AADSTS90094/);
    const consentUrl = `${sandbox.url}/example.org/v2.0/adminconsent?${new URLSearchParams({
      client_id: clientId,
      scope: 'Mail.Read',
      redirect_uri: redirectUri,
      state: 'of-the-link',
    })}`;
    const answer = await pressConsentButton(consentUrl, 'answer', 'accept');
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      admin_consent: 'True',
      state: 'of-the-link',
    });
    expect(await signIn()).not.toBe('undefined');
  });

  it('names the operator’s faults', async () => {
    const wrong = await requestToken({ client_secret: 'wrong', grant_type: 'refresh_token' });
    expect(wrong).toMatchObject({ status: 401, body: { error_codes: [7000215] } });
  });
});

describe('a delta query', () => {
  it('names what a folder has, then what came and went', async () => {
    await sandbox.addMessages(
      address,
      Array.from({ length: 3 }, () => sampleMail()),
    );
    const token = await signIn();
    const first = await get(token, inbox, 'IdType="ImmutableId", odata.maxpagesize=2');
    expect(first.body.value).toHaveLength(2);
    const second = await get(token, String(first.body['@odata.nextLink']));
    expect(second.body.value).toHaveLength(1);
    const link = String(second.body['@odata.deltaLink']);
    expect((await get(token, link)).body.value).toEqual([]);

    const [moved] = first.body.value;
    await control(sandbox.url, 'POST', `microsoft/${address}/messages/${moved?.id}/move`, {
      folder: 'archive',
    });
    expect((await get(token, link)).body.value).toEqual([
      { id: moved?.id, '@removed': { reason: 'deleted' } },
    ]);
    expect((await get(token, `/me/messages/${moved?.id}`)).status).toBe(200);
    await control(sandbox.url, 'POST', `microsoft/${address}/expire-links`);
    expect(await get(token, link)).toMatchObject({
      status: 410,
      body: { error: { code: 'SyncStateNotFound' } },
    });
  });

  it('has other ids after a move without the preference', async () => {
    await sandbox.addMessages(address, [sampleMail()]);
    const token = await signIn();
    const [message] = (await get(token, inbox, '')).body.value;
    await control(sandbox.url, 'POST', `microsoft/${address}/messages/${message?.id}/move`, {
      folder: 'archive',
    });
    expect((await get(token, `/me/messages/${message?.id}`)).status).toBe(404);
  });

  it('is refused for the whole mailbox', async () => {
    expect((await get(await signIn(), '/me/messages/delta')).status).toBe(400);
  });
});

it('refuses more than four requests at once', async () => {
  await sandbox.addMessages(address, [sampleMail()]);
  const token = await signIn();
  await control(sandbox.url, 'POST', 'microsoft/switches', { limitedConcurrency: true });
  expect(await getTogether(token, '/me/mailFolders', 6)).toEqual([200, 200, 200, 200, 429, 429]);
});

/** Sends requests in one piece, so that all have arrived before the first is answered; gives the statuses. */
async function getTogether(token: string, path: string, count: number): Promise<number[]> {
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const request = (connection: string) =>
    `GET /v1.0${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(request('keep-alive').repeat(count - 1) + request('close'));
  const answers = await text(socket);
  return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}
