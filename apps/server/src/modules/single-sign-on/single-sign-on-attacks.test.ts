import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGuardedFetch, isBusy } from './provider/guarded-fetch.ts';
import type { Deviations } from './signing-provider.fixture.ts';
import { startSigningProvider } from './signing-provider.fixture.ts';
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
/** A new user of the company, and the claims of their account at the provider. */
async function victim() {
  made += 1;
  const person = await lab.app.make.person({ email: `victim${made}@${domain}` });
  const claims = { sub: `victim-${made}`, email: person.email, email_verified: true };
  lab.provider.signInAs(claims);
  return { person, claims };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe('an ID token is refused, and the administrator reads why', () => {
  test.each<[string, Deviations, RegExp]>([
    ['signed by a stranger', { strangersKey: true }, /signature/],
    ['without a signature', { unsigned: true }, /not signed/],
    ['for another client', { claims: { aud: 'another-client' } }, /another client/],
    ['of another issuer', { claims: { iss: 'https://attacker.example' } }, /another issuer/],
    ['of another sign-in', { claims: { nonce: 'that-of-another' } }, /nonce/],
    ['without a nonce', { claims: { nonce: undefined } }, /nonce/],
    ['from the future', { claims: { iat: inSeconds(3_600), exp: inSeconds(7_200) } }, /future/],
    ['of yesterday', { claims: { iat: inSeconds(-86_400) } }, /too old/],
    ['that has expired', { claims: { exp: inSeconds(-300) } }, /clocks|expired/],
    ['with a subject that cannot be stored', { claims: { sub: 'a\u0000b' } }, /subject/],
  ])('%s', async (_, deviation, words) => {
    await victim();
    lab.provider.deviate(deviation);
    const fragment = await lab.goThrough(company);
    expect(Object.fromEntries(fragment)).toEqual({ 'sso-problem': 'refused' });
    expect((await lab.read(company)).connection?.problem?.message).toMatch(words);
  });
});

test('the sign-in is one of the browser that began it, once', async () => {
  await victim();
  const [browser, other] = [lab.openBrowser(), lab.openBrowser()];
  const address = await lab.start(browser, { organization: company.slug });
  const answer = await lab.atProvider(address);
  const code = (await lab.callBack(answer)).get('sso') ?? '';
  // A state that was used.
  expect((await lab.callBack(answer)).get('sso-problem')).toBe('expired');
  // A state that was made up.
  const forged = new URL(answer);
  forged.searchParams.set('state', 'made.up');
  expect((await lab.callBack(forged.href)).get('sso-problem')).toBe('expired');
  // The verifier of another tab, which uses the code up.
  expect((await lab.exchange(code, other)).status).toBe(401);
  expect((await lab.exchange(code, browser)).status).toBe(401);
  // A code that was used.
  const again = (await lab.goThrough(company, browser)).get('sso') ?? '';
  expect((await lab.exchange(again, browser)).status).toBe(200);
  expect((await lab.exchange(again, browser)).status).toBe(401);
});

test('of ten exchanges of one code at once, one starts a session', async () => {
  await victim();
  const browser = lab.openBrowser();
  const code = (await lab.goThrough(company, browser)).get('sso') ?? '';
  const answers = await Promise.all(Array.from({ length: 10 }, () => lab.exchange(code, browser)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a code of the provider's that was stolen is of no use in another sign-in", async () => {
  await victim();
  const stolen = new URL(
    await lab.atProvider(await lab.start(lab.openBrowser(), { organization: company.slug })),
  );
  const own = new URL(
    await lab.atProvider(await lab.start(lab.openBrowser(), { organization: company.slug })),
  );
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  expect((await lab.callBack(own.href)).get('sso-problem')).toBe('refused');
});

test('of two organizations with one issuer, the answer to one is none to the other', async () => {
  const { person, claims } = await victim();
  const other = await lab.company({ trustsEmails: true });
  const answer = await lab.atProvider(
    await lab.start(lab.openBrowser(), { organization: other.slug }),
  );
  const moved = new URL(answer);
  moved.pathname = new URL(company.redirect).pathname;
  expect((await lab.callBack(moved.href)).get('sso-problem')).toBe('expired');
  // The other organization has not verified the domain, so it vouches for none of its addresses.
  const signedIn = await lab.signIn(other, claims);
  expect([signedIn.session, signedIn.link === null]).toEqual([undefined, false]);
  expect((await lab.signIn(company, claims)).session?.data.user.id).toBe(person.id);
  // Connected by one, the same account is a new one to the other.
  expect((await lab.signIn(other, claims)).session).toBeUndefined();
});

test('the same address at two issuers, and the same subject, lead to different accounts', async () => {
  const { person, claims } = await victim();
  await lab.signIn(company, claims);
  const attacker = await startSigningProvider();
  const other = await lab.company({ trustsEmails: true }, attacker);
  attacker.signInAs(claims);
  const fragment = await lab.goThrough(other);
  expect([...fragment.keys()]).toEqual(['sso-link']);
  // A connection that moves to another issuer takes no accounts along.
  const moving = await lab.company({ trustsEmails: true });
  const ownDomain = await lab.verifiedDomain(moving);
  const own = await lab.app.make.person({ email: `ann@${ownDomain}` });
  const account = { sub: claims.sub, email: own.email, email_verified: true };
  expect((await lab.signIn(moving, account)).session?.data.user.id).toBe(own.id);
  await lab.configure(moving.id, { issuer: attacker.issuer });
  attacker.knowRedirect(moving.redirect);
  attacker.signInAs({ sub: claims.sub, email: person.email, email_verified: true });
  expect([...(await lab.goThrough(moving)).keys()]).toEqual(['sso-link']);
  await attacker.stop();
});

/** An answer that never ends. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

describe('a provider that misbehaves ends the sign-in, and nothing else', () => {
  const configuration = '/.well-known/openid-configuration';
  test.each<[string, Deviations, RegExp]>([
    ['hangs', { answer: { path: configuration, by: () => {} } }, /did not answer within/],
    ['never stops', { answer: { path: configuration, by: pour } }, /more than a provider/],
    [
      'redirects inward',
      {
        answer: {
          path: configuration,
          by: (response) => response.writeHead(302, { location: 'http://inner.example/' }).end(),
        },
      },
      /no OpenID Connect configuration/,
    ],
    [
      'is another page',
      { answer: { path: configuration, by: (response) => response.end('<html>') } },
      /no OpenID Connect configuration/,
    ],
  ])('%s', async (_, deviation, words) => {
    lab.provider.deviate(deviation);
    const address = await lab.start(lab.openBrowser(), { organization: company.slug });
    expect(address).toContain('sso-problem=unreachable');
    const test = await lab.test(company);
    expect(test).toMatchObject([{ check: 'issuer', result: 'problem' }]);
    expect(test[0]?.message).toMatch(words);
  });

  test('an issuer inside, and one that names addresses inside', async () => {
    const inside = await lab.company();
    await lab.configure(inside.id, { issuer: 'https://inner.example' });
    expect((await lab.test(inside))[0]?.message).toContain('SSO_PRIVATE_NETWORKS');
    lab.provider.deviate({
      answer: {
        path: configuration,
        by: (response) =>
          response.setHeader('content-type', 'application/json').end(
            JSON.stringify({
              issuer: lab.provider.issuer,
              authorization_endpoint: `${lab.provider.issuer}/authorize`,
              token_endpoint: 'https://inner.example/token',
              jwks_uri: 'https://inner.example/jwks',
            }),
          ),
      },
    });
    await victim();
    expect((await lab.goThrough(company)).get('sso-problem')).toBe('refused');
    expect((await lab.read(company)).connection?.problem?.message).toContain('inner.example');
  });
});

test('a provider that hangs leaves the sign-ins of other companies alone', async () => {
  const hanging = await startSigningProvider();
  hanging.deviate({ answer: { path: '/.well-known/openid-configuration', by: () => {} } });
  const stuck = await lab.company({}, hanging);
  const flood = Array.from({ length: 60 }, () =>
    lab.start(lab.openBrowser(), { organization: stuck.slug }),
  );
  // Until the requests are at the provider.
  await vi.waitFor(() => expect(hanging.requests.length).toBeGreaterThan(9), 20_000);
  const address = await lab.start(lab.openBrowser(), { organization: company.slug });
  expect(address.startsWith(lab.provider.issuer)).toBe(true);
  const ended = (await Promise.all(flood)).map((location) => location.split('=').at(-1));
  expect(new Set(ended)).toEqual(new Set(['busy', 'unreachable']));
  await hanging.stop();
});

test('of 60 requests to a provider that hangs, ten are under way, and one to another goes through', async () => {
  const hanging = await startSigningProvider();
  hanging.deviate({ answer: { path: '/.well-known/openid-configuration', by: () => {} } });
  const guardedFetch = createGuardedFetch({ privateNetworks: ['127.0.0.0/8'], timeoutMs: 3_000 });
  const read = (issuer: string) =>
    guardedFetch(`${issuer}/.well-known/openid-configuration`, {
      method: 'GET',
      headers: {},
      body: undefined,
      redirect: 'manual',
    });
  const flood = Array.from({ length: 60 }, () =>
    read(hanging.issuer).catch((error: unknown) => error),
  );
  expect((await read(lab.provider.issuer)).status).toBe(200);
  expect((await Promise.all(flood)).filter(isBusy)).toHaveLength(50);
  await hanging.stop();
});

test('a text that a browser brings in the place of the provider is not shown to administrators', async () => {
  for (const [error, shown] of [
    ['server_error', 'The provider refused the sign-in (server_error).'],
    ['Call +1 555 0100', 'The provider refused the sign-in.'],
  ]) {
    const answer = new URL(
      await lab.atProvider(await lab.start(lab.openBrowser(), { organization: company.slug })),
    );
    answer.searchParams.delete('code');
    answer.searchParams.set('error', error ?? '');
    answer.searchParams.set('error_description', 'Your licence has ended. Call +1 555 0100');
    expect((await lab.callBack(answer.href)).get('sso-problem')).toBe('refused');
    expect((await lab.read(company)).connection?.problem?.message).toBe(
      `${shown} What it says is in the log of this server.`,
    );
  }
});

test('someone who chooses their own address at a provider learns of no address whether a user has it', async () => {
  const [active, inactive] = [
    await lab.app.make.person(),
    await lab.app.make.person({ is_active: false }),
  ];
  const ends = [];
  for (const email of [active.email, inactive.email, 'nobody@elsewhere.example']) {
    const { problem, link } = await lab.signIn(company, { sub: `chooser-${ends.length}`, email });
    ends.push({ problem, length: link?.length });
  }
  const [first] = ends;
  expect(first?.problem).toBeNull();
  expect(ends).toEqual([first, first, first]);
});

test('new keys of a provider are used at once', async () => {
  const { claims } = await victim();
  expect((await lab.signIn(company, claims)).session?.status).toBe(200);
  lab.provider.rotateKey();
  expect((await lab.signIn(company, claims)).session?.status).toBe(200);
});

describe('a test of the connection says what is wrong', () => {
  const resultOf = async (check: string, at = company) => {
    const found = (await lab.test(at)).find((one) => one.check === check);
    return `${found?.result}: ${found?.message}`;
  };

  test('nothing', async () => {
    const { claims } = await victim();
    await lab.signIn(company, claims);
    expect((await lab.test(company)).map(({ result }) => result)).toEqual(
      Array.from({ length: 5 }, () => 'ok'),
    );
  });

  test('the secret, the client id, the redirect address, the issuer, the clock', async () => {
    const wrong = await lab.company();
    await lab.configure(wrong.id, { clientSecret: 'another' });
    expect(await resultOf('client', wrong)).toMatch(/^problem: .* client id with this secret/);
    await lab.configure(wrong.id, { clientId: 'another' });
    expect(await resultOf('client', wrong)).toMatch(/^problem: .* client id with this secret/);
    const unknown = await lab.app.make.organization();
    await lab.configure(unknown.id, {});
    expect(await resultOf('redirect', { ...unknown, redirect: '' })).toMatch(/^problem: .*exactly/);
    const deep = await startSigningProvider('/o/app');
    await lab.configure(wrong.id, { issuer: `${deep.issuer}/` });
    expect(await resultOf('issuer', wrong)).toMatch(/^problem: .*slash/);
    await deep.stop();
    await lab.configure(wrong.id, { issuer: 'http://127.0.0.1:9' });
    expect(await resultOf('issuer', wrong)).toMatch(/^problem: .*refused the connection/);
    lab.provider.deviate({ clockAhead: 120 });
    expect(await resultOf('clock')).toMatch(/^problem: .*differ by 1(19|20|21) seconds/);
  });

  test('claims that the last sign-in had not', async () => {
    lab.provider.signInAs({ sub: 'without-address' });
    await lab.goThrough(company);
    expect(await resultOf('claims')).toMatch(/^problem: .*“email”/);
  });
});
