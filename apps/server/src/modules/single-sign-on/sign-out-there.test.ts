import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSigningProvider } from './signing-provider.fixture.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let company: Company;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company({ signsOutThere: true });
});
afterAll(() => lab.close());
afterEach(() => lab.provider.deviate({}));

const state = 's'.repeat(43);
let made = 0;

/** A user who is signed in by a company. */
async function signedIn(at = company, sid?: string) {
  made += 1;
  const domain = await lab.verifiedDomain(at);
  const { email } = await lab.app.make.person({ email: `ann@${domain}` });
  const claims = { sub: `user-${made}`, email, email_verified: true };
  const { session } = await lab.signIn(at, { ...claims, ...(sid && { sid }) });
  return { email, token: session?.data.token ?? '' };
}

const signOut = async (token: string) => {
  const { data } = await lab.app.call('POST /api/auth/logout', { token });
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(401);
  return data;
};

/** Where the browser is sent after its session has ended. */
async function leave(token: string): Promise<URL> {
  const query = new URLSearchParams({ token, state }).toString();
  const answer = await lab.app.app.inject(`/api/auth/sso/sign-out?${query}`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store']);
  return new URL(String(answer.headers.location));
}

test('a user who signs out goes on to the sign-out page of the provider, which sends them back', async () => {
  const { token } = await signedIn(company, 'the-session');
  const { signOutToken = '' } = await signOut(token);
  const { origin, pathname, searchParams } = await leave(signOutToken);
  expect(origin + pathname).toBe(`${lab.provider.issuer}/logout`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'the-client',
    logout_hint: 'the-session',
    post_logout_redirect_uri: (await lab.read(company)).afterSignOutAddress,
    state,
  });
});

test('the address of the user is the hint where the provider did not name the session', async () => {
  const { email, token } = await signedIn();
  const { signOutToken = '' } = await signOut(token);
  expect((await leave(signOutToken)).searchParams.get('logout_hint')).toBe(email);
});

test('neither a password, nor a connection that does not, leads to the provider', async () => {
  const ann = await lab.app.make.person();
  expect(await signOut(ann.token)).toEqual({});
  const plain = await lab.company();
  expect((await lab.read(plain)).connection?.signsOutThere).toBe(false);
  const { token } = await signedIn(plain);
  expect(await signOut(token)).toEqual({});
});

test('a token that was made up ends on the sign-in page', async () => {
  expect((await leave('made.up')).pathname).toBe('/login');
  expect((await leave('made.up')).hash).toBe('');
});

test.each<[string, Parameters<SsoLab['provider']['deviate']>[0], string]>([
  [
    'that hangs',
    { answer: { path: '/.well-known/openid-configuration', by: () => {} } },
    'unreachable',
  ],
  ['without a sign-out page', { metadata: { end_session_endpoint: undefined } }, ''],
  [
    'whose sign-out page is a script',
    { metadata: { end_session_endpoint: 'javascript:alert(1)' } },
    'unreachable',
  ],
])('the session ends here also with a provider %s', async (_, deviation, problem) => {
  const provider = await startSigningProvider();
  const at = await lab.company({ signsOutThere: true }, provider);
  made += 1;
  const domain = await lab.verifiedDomain(at);
  const { email } = await lab.app.make.person({ email: `ann@${domain}` });
  provider.signInAs({ sub: `user-${made}`, email, email_verified: true });
  const browser = lab.openBrowser();
  const code = (await lab.goThrough(at, browser)).get('sso') ?? '';
  const { token } = (await lab.exchange(code, browser)).data;
  provider.deviate(deviation);
  const { signOutToken = '' } = await signOut(token);
  const { pathname, hash } = await leave(signOutToken);
  expect([pathname, new URLSearchParams(hash.slice(1)).get('sso-sign-out') ?? '']).toEqual([
    '/login',
    problem,
  ]);
  await provider.stop();
});

test('the test of the connection says if the provider has no sign-out page', async () => {
  const seen = async () => (await lab.test(company)).find(({ check }) => check === 'sign-out');
  expect((await seen())?.result).toBe('unknown');
  lab.provider.deviate({ metadata: { end_session_endpoint: undefined } });
  expect((await seen())?.message).toMatch(/names no sign-out page/);
});

test('with the API and the web application at different origins, each is led to the other', async () => {
  const apart = await createSsoLab({
    publicUrl: 'https://api.example',
    webUrl: 'https://www.example',
    corsOrigins: ['https://www.example'],
  });
  try {
    const at = await apart.company({ signsOutThere: true });
    const domain = await apart.verifiedDomain(at);
    const { email } = await apart.app.make.person({ email: `ann@${domain}` });
    const { session } = await apart.signIn(at, { sub: 'ann', email, email_verified: true });
    const token = session?.data.token ?? '';
    const preflight = await apart.app.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/logout',
      headers: {
        origin: 'https://www.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers['access-control-allow-origin']).toBe('https://www.example');
    const { data } = await apart.app.call('POST /api/auth/logout', { token });
    const leaveWith = async (signOutToken = '') => {
      const query = new URLSearchParams({ token: signOutToken, state }).toString();
      const { headers } = await apart.app.app.inject(`/api/auth/sso/sign-out?${query}`);
      return new URL(String(headers.location));
    };
    const there = await leaveWith(data.signOutToken);
    expect(there.href.startsWith(apart.provider.issuer)).toBe(true);
    const back = 'https://www.example/login';
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(back);
    expect((await leaveWith('made.up')).href).toContain(back);
    expect((await apart.read(at)).logoutAddress).toContain('https://api.example/');
  } finally {
    await apart.close();
  }
});
