import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, startSigningProvider } from './signing-provider.fixture.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let company: Company;
let domain: string;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company({ trustsEmails: true });
  domain = await lab.verifiedDomain(company);
});
afterAll(() => lab.close());
afterEach(() => lab.provider.deviate({}));

let made = 0;
const address = (id: string) => `/api/auth/sso/${id}/logout`;

/** A provider sends a form. Most tests have a network of their own, since forged logouts are counted. */
async function send(token: string, { to = company.id, from = `192.0.2.${made}` } = {}) {
  const answer = await lab.app.app.inject({
    method: 'POST',
    url: address(to),
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.statusCode;
}

/** A user who is signed in by the company. */
async function signedIn(sid: string | undefined = randomUUID(), at = company) {
  made += 1;
  const sub = `user-${made}`;
  const { id, email } = await lab.app.make.person({ email: `${sub}@${domain}` });
  const claims = { sub, email, ...(sid !== undefined && { sid }) };
  const { session } = await lab.signIn(at, claims);
  return { id, sub, sid, claims, token: session?.data.token ?? '' };
}

const isSignedIn = async (token: string) =>
  (await lab.app.call('GET /api/auth/me', { token })).status === 200;

const audited = (personId: string) =>
  lab.app.db
    .selectFrom('audit_entries')
    .select(['actor_name', 'after'])
    .where('action', '=', 'sso.logged-out')
    .where('person_id', '=', personId)
    .execute();

test('the logout of a session at the provider ends that session here, and is audited', async () => {
  const ann = await signedIn();
  const later = await lab.signIn(company, { ...ann.claims, sid: randomUUID() });
  expect(await send(await lab.provider.logoutToken({ sub: ann.sub, sid: ann.sid }))).toBe(200);
  expect(await isSignedIn(ann.token)).toBe(false);
  expect(await isSignedIn(later.session?.data.token ?? '')).toBe(true);
  expect(await audited(ann.id)).toEqual([
    { actor_name: `Identity provider of ${company.name}`, after: { sessions: 1 } },
  ]);
});

test('the logout of a user ends all their sessions of that company, and no others', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
  const later = await lab.signIn(company, { ...ann.claims, sid: randomUUID() });
  const own = await lab.app.make.session(ann.id);
  expect(await send(await lab.provider.logoutToken({ sub: ann.sub }))).toBe(200);
  const tokens = [ann.token, later.session?.data.token ?? '', own, bob.token];
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false, true, true]);
});

test('a session that the provider did not name ends with any session of its user', async () => {
  made += 1;
  const { email } = await lab.app.make.person({ email: `unnamed@${domain}` });
  const { session } = await lab.signIn(company, { sub: 'unnamed', email });
  const token = session?.data.token ?? '';
  const bob = await signedIn();
  await send(await lab.provider.logoutToken({ sub: 'unnamed', sid: randomUUID() }));
  expect([await isSignedIn(token), await isSignedIn(bob.token)]).toEqual([false, true]);
});

test('a logout with the session of one user and the name of another ends that session alone', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
  const later = await lab.signIn(company, { ...ann.claims, sid: randomUUID() });
  expect(await send(await lab.provider.logoutToken({ sub: ann.sub, sid: bob.sid }))).toBe(200);
  const tokens = [ann.token, later.session?.data.token ?? '', bob.token];
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, true, false]);
});

test('a logout of no session here is answered as any other, and not audited', async () => {
  const ann = await signedIn();
  expect(await send(await lab.provider.logoutToken({ sid: randomUUID() }))).toBe(200);
  expect(await isSignedIn(ann.token)).toBe(true);
  expect(await audited(ann.id)).toEqual([]);
});

test('a sign-in that is on its way to the browser does not outlive its logout', async () => {
  const ann = await signedIn();
  const sid = randomUUID();
  lab.provider.signInAs({ ...ann.claims, sid });
  const browser = lab.openBrowser();
  const code = (await lab.goThrough(company, browser)).get('sso') ?? '';
  await send(await lab.provider.logoutToken({ sub: ann.sub, sid }));
  expect((await lab.exchange(code, browser)).status).toBe(401);
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

describe('a logout token is refused, and the session goes on', () => {
  let ann: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    ann = await signedIn();
  });
  afterEach(async () => {
    if (!(await isSignedIn(ann.token))) throw new Error('The session has ended.');
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['of another issuer', { iss: 'https://attacker.example' }],
    ['without an issuer', { iss: undefined }],
    ['for another client', { aud: 'another-client' }],
    ['for no client', { aud: undefined }],
    ['with a nonce, as ID tokens have', { nonce: 'that-of-a-sign-in' }],
    ['with an empty nonce', { nonce: null }],
    ['without events', { events: undefined }],
    ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['with an event that is no object', { events: { [EVENT]: true } }],
    ['with events as a list', { events: [EVENT] }],
    ['without an id', { jti: undefined }],
    ['without a time', { iat: undefined }],
    ['of an hour ago', { iat: inSeconds(-3_600) }],
    ['from the future', { iat: inSeconds(300) }],
    ['that has expired', { exp: inSeconds(-120) }],
    ['of neither a session nor a user', { sid: undefined, sub: undefined }],
    ['of a session that cannot be stored', { sid: 'a\u0000b' }],
    ['of a user that cannot be stored', { sub: 'a\u0000b' }],
    ['of another type', {}, { typ: 'at+jwt' }],
  ])('%s', async (_, claims, header) => {
    const all = { sub: ann.sub, sid: ann.sid, ...claims };
    expect(await send(await lab.provider.logoutToken(all, header))).toBe(400);
  });

  test('signed by a stranger, under the key id of the provider', async () => {
    lab.provider.deviate({ strangersKey: true });
    expect(await send(await lab.provider.logoutToken({ sid: ann.sid }))).toBe(400);
  });

  test('without a signature', async () => {
    lab.provider.deviate({ unsigned: true });
    expect(await send(await lab.provider.logoutToken({ sid: ann.sid }))).toBe(400);
  });

  test('signed with the client secret', async () => {
    const [, content = ''] = (await lab.provider.logoutToken({ sid: ann.sid })).split('.');
    const claims = JSON.parse(String(Buffer.from(content, 'base64url'))) as Record<string, unknown>;
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(CLIENT.secret));
    expect(await send(forged)).toBe(400);
  });

  test('a second time', async () => {
    const token = await lab.provider.logoutToken({ sub: ann.sub });
    expect(await send(token)).toBe(200);
    const { session } = await lab.signIn(company, { ...ann.claims, sid: randomUUID() });
    ann = { ...ann, token: session?.data.token ?? '' };
    expect(await send(token)).toBe(400);
  });

  test('of a megabyte, or nothing at all', async () => {
    expect(await send('a'.repeat(1_000_000))).toBe(413);
    expect(await send('a'.repeat(9_000))).toBe(400);
    expect(await send(`${'.'.repeat(5_000)}`)).toBe(400);
    expect(await send('')).toBe(400);
  });

  test('of an organization that does not exist or has no connection', async () => {
    const other = await lab.app.make.organization();
    const token = await lab.provider.logoutToken({ sub: 'ann' });
    expect(await send(token, { to: other.id })).toBe(400);
    expect(await send(token, { to: randomUUID() })).toBe(400);
  });
});

test('of two organizations with one issuer, each ends its own sessions alone', async () => {
  const other = await lab.company({ trustsEmails: true });
  const ann = await signedIn();
  const claims = { sub: ann.sub, sid: ann.sid };
  expect(await send(await lab.provider.logoutToken(claims), { to: other.id })).toBe(200);
  expect(await isSignedIn(ann.token)).toBe(true);
  // The token of another organization's client.
  await lab.configure(other.id, { clientId: 'the-client-of-another' });
  const aud = 'the-client-of-another';
  expect(await send(await lab.provider.logoutToken({ ...claims, aud }))).toBe(400);
  expect(await isSignedIn(ann.token)).toBe(true);
});

describe('the keys of a provider', () => {
  /** A provider that no other test has asked. */
  async function ownProvider() {
    const provider = await startSigningProvider();
    const at = await lab.company({ trustsEmails: true }, provider);
    const reads = () => provider.requests.filter((path) => path === '/jwks').length;
    return { provider, at, reads, to: { to: at.id } };
  }

  test('are read once for many logouts, and again after they have changed', async () => {
    const { provider, reads, to } = await ownProvider();
    made += 1;
    const tokens = await Promise.all(
      Array.from({ length: 30 }, () => provider.logoutToken({ sub: 'ann' })),
    );
    const answers = await Promise.all(tokens.map((token) => send(token, to)));
    expect([new Set(answers), reads()]).toEqual([new Set([200]), 1]);
    provider.rotateKey();
    const changed = await Promise.all(
      Array.from({ length: 30 }, () => provider.logoutToken({ sub: 'ann' })),
    );
    const later = await Promise.all(changed.map((token) => send(token, to)));
    expect([new Set(later), reads()]).toEqual([new Set([200]), 2]);
    await provider.stop();
  });

  test('are read a few times a minute, however many forged logouts come', async () => {
    const { provider, reads, to } = await ownProvider();
    for (let network = 0; network < 4; network += 1) {
      for (let count = 0; count < 15; count += 1) {
        const token = await provider.logoutToken({ sub: 'ann' }, { kid: randomUUID() });
        expect(await send(token, { ...to, from: `198.51.100.${network}` })).toBe(400);
      }
    }
    expect(reads()).toBeLessThan(5);
    await provider.stop();
  });

  test('are not asked for a network that sends many forged logouts', async () => {
    const { provider, to } = await ownProvider();
    const from = '198.51.100.200';
    const answers: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      provider.deviate({ strangersKey: true });
      const token = await provider.logoutToken({ sub: 'ann' });
      provider.deviate({});
      answers.push(await send(token, { ...to, from }));
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 400), 429, 429]);
    expect(await send(await provider.logoutToken({ sub: 'ann' }), to)).toBe(200);
    await provider.stop();
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['hangs', () => {}],
    ['answers with something else', (response) => void response.end('no keys')],
    ['refuses', (response) => void response.writeHead(500).end()],
  ])('an issuer that %s is asked a few times a minute', async (_, by) => {
    const { provider, to } = await ownProvider();
    provider.deviate({ answer: { path: '/jwks', by } });
    const tokens = await Promise.all(
      Array.from({ length: 120 }, () => provider.logoutToken({ sub: 'ann' })),
    );
    const answers = await Promise.all(tokens.map((token) => send(token, to)));
    expect(new Set(answers)).toEqual(new Set([400]));
    expect(provider.requests.length).toBeLessThan(10);
    await provider.stop();
  });
});
