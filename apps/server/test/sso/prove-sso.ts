import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as oidc from 'openid-client';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log/create-log.ts';
import { CLIENT, startSigningProvider } from '#modules/single-sign-on/signing-provider.fixture.ts';
import { startProcess } from '../faults/processes.ts';
import { createMakers, knownPassword } from '../test-makers.ts';
import { signInThere, startIndependentProvider } from './independent-provider.ts';
import { proveWithGlewlwyd } from './prove-glewlwyd.ts';
import { missingGlewlwyd } from './start-glewlwyd.ts';

/**
 * `npm run proof -- sso`: the whole way of single sign-on over real connections, between a server as in production and
 * oidc-provider, the same with Glewlwyd (`sh scripts/install-sign-in-servers.sh`), and what the client library accepts
 * without its signature check. The attacks that need a provider that lies are in `single-sign-on-attacks.test.ts`, each
 * with a planted fault. Exit code 1 when something differs.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);
const outcomes: boolean[] = [];
const check = (what: string, isRight: boolean) => {
  outcomes.push(isRight);
  write(`  ${isRight ? 'yes' : 'NO '}  ${what}`);
};

const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
await migrateToLatest(postgres.url);
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const make = createMakers(db);
const port = 20_000 + Math.floor(Math.random() * 20_000);
const origin = `http://127.0.0.1:${port}`;
const server = await startProcess('apps/server/src/main.ts', ['--role=api'], {
  env: {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: origin,
    SSO_PRIVATE_NETWORKS: '127.0.0.0/8',
  },
  isReady: (line) => line.includes('"ready"'),
});

const [admin, ann, bob] = [
  await make.person({ is_admin: true }),
  await make.person({ email: 'ann@company.example' }),
  await make.person({ email: 'bob@elsewhere.example' }),
];
const organization = await make.organization();
const accounts = new Map([
  ['ann', { email: ann.email, email_verified: true, name: 'Ann' }],
  ['bob', { email: bob.email, email_verified: false, name: 'Bob' }],
  ['eve', { email: 'eve@company.example', email_verified: true, name: 'Eve' }],
]);
const redirect = `${origin}/api/auth/sso/${organization.id}/callback`;
const provider = await startIndependentProvider({ ...CLIENT, redirect }, accounts);

interface Answer {
  status: number;
  data?: Record<string, unknown>;
  error?: { code: string; message: string };
}

async function call(method: string, at: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(`${origin}/api${at}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const settings = {
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  isEnabled: true,
  trustsEmails: false,
  createsUsers: false,
};
const ofOrganization = `/admin/organizations/${organization.id}/sso`;
const configure = (change: object = {}) =>
  call('PUT', ofOrganization, { ...settings, ...change }, admin.token);
const test = async () => {
  const { data } = await call('POST', `${ofOrganization}/test`, {}, admin.token);
  return (data?.['checks'] ?? []) as { check: string; result: string; message: string }[];
};

const openBrowser = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};
const locationOf = async (address: string) =>
  (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
const fragmentOf = (address: string) => new URLSearchParams(new URL(address).hash.slice(1));
const start = (challenge: string, slug = organization.slug) =>
  locationOf(`${origin}/api/auth/sso/start?organization=${slug}&challenge=${challenge}`);
/** The way to the callback: its address, not opened yet. */
const toCallback = async (login: string, challenge: string) =>
  signInThere(await start(challenge), login, (address) => address.startsWith(redirect));
const exchange = (code: string | null, verifier: string) =>
  call('POST', '/auth/sso/exchange', { code: code ?? '', verifier });

async function signIn(login: string) {
  const { verifier, challenge } = openBrowser();
  const fragment = fragmentOf(await locationOf(await toCallback(login, challenge)));
  const answer = fragment.has('sso') ? await exchange(fragment.get('sso'), verifier) : undefined;
  const user = answer?.data?.['user'] as { id: string } | undefined;
  return { fragment, user, token: String(answer?.data?.['token']), verifier };
}

try {
  write('With oidc-provider, over real connections:');
  await configure();
  await db
    .insertInto('sso_domains')
    .values({
      organization_id: organization.id,
      domain: 'company.example',
      token: 'proven',
      verified_at: new Date(),
    })
    .execute();
  const before = await test();
  for (const { check: part, result, message } of before)
    write(`       ${part}: ${result}. ${message}`);
  check(
    'the test of the connection finds issuer, clock, client and redirect address right',
    before.slice(0, 4).every(({ result }) => result === 'ok'),
  );
  const first = await signIn('ann');
  check('a verified address of a verified domain signs in', first.user?.id === ann.id);
  accounts.set('ann', { email: bob.email, email_verified: true, name: 'Ann' });
  check('renamed at the provider, it is the same user', (await signIn('ann')).user?.id === ann.id);
  const unknown = await signIn('eve');
  check(
    'nobody is created where that is off',
    unknown.fragment.get('sso-problem') === 'no-account',
  );
  await configure({ createsUsers: true });
  check('somebody is where it is on', (await signIn('eve')).user !== undefined);
  const asked = await signIn('bob');
  check('an address that is not verified leads to no session', asked.fragment.has('sso-link'));
  const { data } = await call('POST', '/auth/login', { email: bob.email, password: knownPassword });
  const body = { code: asked.fragment.get('sso-link') ?? '', verifier: asked.verifier };
  await call('POST', '/auth/sso/link', body, String(data?.['token']));
  check('after the password once it does', (await signIn('bob')).user?.id === bob.id);

  provider.changeKeys();
  check('new keys of the provider work at once', (await signIn('ann')).user?.id === ann.id);

  const browser = openBrowser();
  const callback = await toCallback('ann', browser.challenge);
  const code = fragmentOf(await locationOf(callback)).get('sso');
  const replayed = fragmentOf(await locationOf(callback)).get('sso-problem');
  check('a state works once', code !== null && replayed === 'expired');
  check(
    'the verifier of another tab is refused',
    (await exchange(code, openBrowser().verifier)).status === 401,
  );
  check('and uses the code up', (await exchange(code, browser.verifier)).status === 401);
  await configure({ clientSecret: 'another' });
  const refused = await signIn('ann');
  const client = (await test()).find((one) => one.check === 'client');
  check('a wrong secret is said in words', client?.result === 'problem');
  write(`       ${client?.message}`);
  check('and signs nobody in', refused.fragment.get('sso-problem') === 'refused');
  await configure();
  await signIn('ann');
  const required = await configure({ isRequired: true, breakGlassEmail: admin.email });
  check('it can be required once it has worked', required.status === 200);
  const login = (email: string) => call('POST', '/auth/login', { email, password: knownPassword });
  const answers = [await login(ann.email), await login('nobody@company.example')];
  check(
    'passwords of the domain are refused alike, of users and of others',
    answers.every(({ error }) => error?.code === 'SINGLE_SIGN_ON_REQUIRED'),
  );
  check('single sign-on still works', (await signIn('ann')).user?.id === ann.id);
  check(
    'the administrator outside signs in by password',
    (await login(admin.email)).status === 200,
  );
  await provider.stop();
  check(
    'a provider that is down is said on the sign-in page',
    fragmentOf(await start(openBrowser().challenge)).get('sso-problem') === 'unreachable',
  );
  if (missingGlewlwyd === undefined) {
    await proveWithGlewlwyd({
      db,
      make,
      origin,
      adminToken: admin.token,
      check,
      write,
      call,
      openBrowser,
      start,
      open: async (address) => fragmentOf(await locationOf(address)),
      exchange,
    });
  } else write(`SKIPPED with Glewlwyd. ${missingGlewlwyd}`);
  await proveTrap();
} finally {
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
write(`${outcomes.filter(Boolean).length} of ${outcomes.length} hold.`);
if (!outcomes.every(Boolean)) process.exitCode = 1;

/** The client library accepts an ID token that a stranger signed, until its check is switched on. */
async function proveTrap(): Promise<void> {
  write('What openid-client accepts by itself, of a provider whose ID token a stranger signed:');
  const liar = await startSigningProvider();
  liar.knowRedirect(redirect);
  liar.signInAs({ sub: 'victim' });
  liar.deviate({ strangersKey: true });
  const tryWith = async (execute: ((config: oidc.Configuration) => void)[]) => {
    const config = await oidc.discovery(
      new URL(liar.issuer),
      CLIENT.id,
      {},
      oidc.ClientSecretPost(CLIENT.secret),
      { execute },
    );
    const [expectedNonce, pkceCodeVerifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid',
      state: 'state',
      nonce: expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const answer = new URL(await locationOf(address.href));
    const checks = {
      expectedNonce,
      pkceCodeVerifier,
      expectedState: 'state',
      idTokenExpected: true,
    };
    return oidc.authorizationCodeGrant(config, answer, checks).then(
      (tokens) => tokens.claims()?.sub === 'victim',
      () => false,
    );
  };
  check(
    'without enableNonRepudiationChecks, it signs in',
    await tryWith([oidc.allowInsecureRequests]),
  );
  check(
    'with it, it is refused',
    !(await tryWith([oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks])),
  );
  await liar.stop();
}
