import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { knownPassword } from '#test/test-makers.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let company: Company;
let domain: string;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company();
  domain = await lab.verifiedDomain(company);
});
afterAll(() => lab.close());
afterEach(() => lab.provider.deviate({}));

let made = 0;

/** A user of the company, and the claims of their account at the provider. */
async function employee() {
  made += 1;
  const person = await lab.app.make.person({ email: `odd${made}@${domain}` });
  return { person, claims: { sub: person.id, email: person.email, email_verified: true } };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

test.each([
  ['is 20 seconds ahead', { iat: 20, exp: 320 }, true],
  ['is 20 seconds behind', { iat: -320, exp: -20 }, true],
  ['is a minute ahead', { iat: 60, exp: 360 }, false],
  ['is a minute behind', { iat: -360, exp: -60 }, false],
])('a token of a provider whose clock %s signs in: %#', async (_, { iat, exp }, isAccepted) => {
  const { claims } = await employee();
  lab.provider.deviate({ claims: { iat: inSeconds(iat), exp: inSeconds(exp) } });
  const { session, problem } = await lab.signIn(company, claims);
  expect([session?.status, problem]).toEqual(isAccepted ? [200, null] : [undefined, 'refused']);
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
const redirect = (response: ServerResponse): void =>
  void response.writeHead(307, { location: 'http://inner.example/' }).end();

test.each(
  ['/token', '/jwks', '/userinfo'].flatMap((path) => [
    [path, 'hangs', () => {}] as const,
    [path, 'never stops', pour] as const,
    [path, 'redirects inward', redirect] as const,
  ]),
)('a provider whose %s %s signs nobody in, and says so to administrators', async (path, _, by) => {
  const { claims } = await employee();
  lab.provider.deviate({
    answer: { path, by },
    // Without an address in the token, the userinfo is read.
    metadata: { userinfo_endpoint: `${lab.provider.issuer}/userinfo` },
    ...(path === '/userinfo' && { claims: { email: undefined } }),
  });
  const { session, problem } = await lab.signIn(company, claims);
  expect([session, problem]).toEqual([undefined, 'refused']);
  expect((await lab.read(company)).connection?.problem?.message).not.toBe('');
  lab.provider.deviate({});
  expect((await lab.signIn(company, claims)).session?.status).toBe(200);
});

test('required and down: sessions go on, no one else gets in, and the administrator outside does', async () => {
  const requiring = await lab.company();
  const own = await lab.verifiedDomain(requiring);
  const ann = await lab.app.make.person({ email: `ann@${own}` });
  const claims = { sub: ann.id, email: ann.email, email_verified: true };
  const { session } = await lab.signIn(requiring, claims);
  const token = session?.data.token ?? '';
  await lab.configure(requiring.id, { isRequired: true, breakGlassEmail: lab.admin.email });
  lab.provider.deviate({
    answer: { path: '/.well-known/openid-configuration', by: (response) => response.destroy() },
  });
  const address = await lab.start(lab.openBrowser(), { email: ann.email });
  expect(address).toContain('sso-problem=unreachable');
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(200);
  const login = (email: string) =>
    lab.app.call('POST /api/auth/login', { body: { email, password: knownPassword } });
  expect((await login(ann.email)).error?.code).toBe('SINGLE_SIGN_ON_REQUIRED');
  const outside = await login(lab.admin.email);
  expect(outside.status).toBe(200);
  // The way out that does not need the provider.
  await lab.configure(requiring.id, { isRequired: false });
  expect((await login(ann.email)).status).toBe(200);
});
