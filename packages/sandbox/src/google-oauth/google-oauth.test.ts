import { describe, expect, it } from 'vitest';
import {
  clientId,
  clientSecret,
  gmailClient,
  oauthClient,
  pressConsentButton,
  readonlyScope,
  redirectUri,
  signIn,
} from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const ann = 'ann@example.org';

describe('the code flow with google-auth-library', () => {
  it('ends in tokens that open the mailbox of the chosen person', async () => {
    const { url } = await startTestSandbox({
      mailboxes: [{ address: 'bob@example.org' }, { address: ann }],
    });
    const client = await signIn(url, ann);
    expect(client.credentials).toMatchObject({ token_type: 'Bearer', scope: readonlyScope });
    expect(client.credentials.refresh_token).toBeTruthy();
    expect((await client.getTokenInfo(client.credentials.access_token ?? '')).scopes).toEqual([
      readonlyScope,
    ]);
    const { data } = await gmailClient(url, client).users.getProfile({ userId: 'me' });
    expect(data.emailAddress).toBe(ann);
  });

  it('passes the state through and tells a denial', async () => {
    const { url } = await startTestSandbox();
    const authorizeUrl = oauthClient(url).generateAuthUrl({
      scope: [readonlyScope],
      state: 'a b&c="1"',
    });
    const denied = await pressConsentButton(authorizeUrl, 'error', 'access_denied');
    expect(denied.origin + denied.pathname).toBe(redirectUri);
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      state: 'a b&c="1"',
      error: 'access_denied',
    });
    const agreed = await pressConsentButton(authorizeUrl, 'login_hint', ann);
    expect(agreed.searchParams.get('state')).toBe('a b&c="1"');
  });

  it('gives a code once only, and for ten minutes', async () => {
    let now = Date.now();
    const { url } = await startTestSandbox({ now: () => now });
    const client = oauthClient(url);
    const authorizeUrl = client.generateAuthUrl({ scope: [readonlyScope] });
    const code = async () =>
      (await pressConsentButton(authorizeUrl, 'login_hint', ann)).searchParams.get('code') ?? '';
    const first = await code();
    await client.getToken(first);
    await expect(client.getToken(first)).rejects.toThrow('invalid_grant');
    const second = await code();
    now += 10 * 60 * 1000;
    await expect(client.getToken(second)).rejects.toThrow('invalid_grant');
  });

  it('asks for the verifier of the challenge', async () => {
    const { url } = await startTestSandbox();
    const client = oauthClient(url);
    const { codeChallenge = '' } = await client.generateCodeVerifierAsync();
    const authorizeUrl = `${client.generateAuthUrl({ scope: [readonlyScope] })}&code_challenge=${codeChallenge}&code_challenge_method=S256`;
    for (const codeVerifier of [undefined, 'wrong'.repeat(10)]) {
      const code =
        (await pressConsentButton(authorizeUrl, 'login_hint', ann)).searchParams.get('code') ?? '';
      await expect(
        client.getToken({ code, ...(codeVerifier ? { codeVerifier } : {}) }),
      ).rejects.toThrow('invalid_grant');
    }
  });

  it('refuses another redirect address and another client', async () => {
    const { url } = await startTestSandbox();
    const client = oauthClient(url);
    const authorizeUrl = client.generateAuthUrl({ scope: [readonlyScope] });
    const code =
      (await pressConsentButton(authorizeUrl, 'login_hint', ann)).searchParams.get('code') ?? '';
    await expect(
      client.getToken({ code, redirect_uri: 'http://127.0.0.1:9/elsewhere' }),
    ).rejects.toThrow('redirect_uri_mismatch');
    await expect(client.getToken({ code, client_id: 'another' })).rejects.toMatchObject({
      status: 401,
    });
    const refused = await fetch(authorizeUrl.replace(clientId, 'another'));
    expect(refused.status).toBe(401);
    const scripted = await fetch(
      authorizeUrl.replace(encodeURIComponent(redirectUri), 'javascript:alert(1)'),
    );
    expect(scripted.status).toBe(400);
    expect(scripted.headers.get('location')).toBeNull();
  });

  it('takes the client credentials with HTTP Basic too', async () => {
    const { url } = await startTestSandbox();
    const client = await signIn(url, ann);
    const answer = await fetch(`${url}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: client.credentials.refresh_token ?? '',
      }),
    });
    expect(await answer.json()).toMatchObject({ expires_in: 3600, token_type: 'Bearer' });
  });
});

describe('tokens', () => {
  it('are refreshed by the library when they have run out', async () => {
    const { url } = await startTestSandbox();
    const client = await signIn(url, ann);
    const before = client.credentials.access_token;
    await fetch(`${url}/sandbox/google-oauth/${ann}/expire-access-tokens`, { method: 'POST' });
    const { data } = await gmailClient(url, client).users.getProfile({ userId: 'me' });
    expect(data.emailAddress).toBe(ann);
    expect(client.credentials.access_token).not.toBe(before);
  });

  it('answer 401 in the shape of Google once they have run out', async () => {
    let now = Date.now();
    const { url } = await startTestSandbox({ now: () => now });
    const { credentials } = await signIn(url, ann);
    const profile = () =>
      fetch(`${url}/gmail/v1/users/me/profile`, {
        headers: { authorization: `Bearer ${credentials.access_token}` },
      });
    expect((await profile()).status).toBe(200);
    now += 3600 * 1000;
    const answer = await profile();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ reason: 'authError' }] },
    });
  });

  it('die with the grant, whichever token is revoked', async () => {
    const { url } = await startTestSandbox();
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const client = await signIn(url, ann);
      await client.revokeToken(client.credentials[kind] ?? '');
      await expect(gmailClient(url, client).users.getProfile({ userId: 'me' })).rejects.toThrow(
        'invalid_grant',
      );
    }
    await expect(oauthClient(url).revokeToken('never-issued')).rejects.toMatchObject({
      status: 400,
    });
  });

  it('die when the person takes the consent back', async () => {
    const { url } = await startTestSandbox();
    const client = await signIn(url, ann);
    await fetch(`${url}/sandbox/google-oauth/${ann}/revoke-grants`, { method: 'POST' });
    await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant');
  });

  it('last only with offline access, and come again only with prompt=consent', async () => {
    const { url } = await startTestSandbox();
    const client = oauthClient(url);
    const refreshToken = async (options: { access_type?: 'offline'; prompt?: string }) => {
      const back = await pressConsentButton(
        client.generateAuthUrl({ scope: [readonlyScope], ...options }),
        'login_hint',
        ann,
      );
      return (await client.getToken(back.searchParams.get('code') ?? '')).tokens.refresh_token;
    };
    expect(await refreshToken({})).toBeUndefined();
    expect(await refreshToken({ access_type: 'offline' })).toBeTruthy();
    expect(await refreshToken({ access_type: 'offline' })).toBeUndefined();
    expect(await refreshToken({ access_type: 'offline', prompt: 'consent' })).toBeTruthy();
  });
});

it('tells who signed in, as far as the scopes allow', async () => {
  const { url } = await startTestSandbox();
  const client = await signIn(url, ann, ['openid', 'email', 'profile']);
  const request = async (path: string) => (await client.request({ url: `${url}${path}` })).data;
  expect(await request('/oauth2/v2/userinfo')).toMatchObject({
    email: ann,
    verified_email: true,
    name: 'Ann Arbor',
  });
  expect(await request('/oauth2/v3/userinfo')).toMatchObject({
    email: ann,
    email_verified: true,
    name: 'Ann Arbor',
  });
  const mailOnly = await signIn(url, ann);
  await expect(mailOnly.request({ url: `${url}/oauth2/v2/userinfo` })).rejects.toMatchObject({
    status: 403,
  });
});

it('shows names and addresses as text, never as markup', async () => {
  const { url } = await startTestSandbox({
    mailboxes: [{ address: ann, name: '<img src=x onerror=alert(1)>' }],
  });
  const page = await (
    await fetch(oauthClient(url).generateAuthUrl({ scope: ['"><script>'] }))
  ).text();
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page).not.toMatch(/<img|<script/);
});
