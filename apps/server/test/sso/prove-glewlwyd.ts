import type { Database } from '#platform/database/create-database.ts';
import type { Makers } from '../test-makers.ts';
import { CLIENT } from '#modules/single-sign-on/signing-provider.fixture.ts';
import { startGlewlwyd } from './start-glewlwyd.ts';

interface Answer {
  status: number;
  data?: Record<string, unknown>;
}

/** What the proof with the first provider uses as well. */
export interface ProofParts {
  db: Database;
  make: Makers;
  origin: string;
  adminToken: string;
  check: (what: string, isRight: boolean) => void;
  write: (line: string) => void;
  call: (method: string, at: string, body?: object, token?: string) => Promise<Answer>;
  openBrowser: () => { verifier: string; challenge: string };
  /** Begins a sign-in of an organization and returns the address at its provider. */
  start: (challenge: string, slug: string) => Promise<string>;
  /** What the product answers to an address: the parameters behind its #. */
  open: (address: string) => Promise<URLSearchParams>;
  exchange: (code: string | null, verifier: string) => Promise<Answer>;
}

const DOMAIN = 'glewlwyd.example';

/**
 * The whole way of single sign-on with Glewlwyd, a provider in C: it sends no `email_verified`, no `iss` beside the
 * code, and `auth_time: 0`.
 */
export async function proveWithGlewlwyd(parts: ProofParts): Promise<void> {
  const { db, make, origin, adminToken, check, write, call, start, open, exchange } = parts;
  const organization = await make.organization();
  const workspace = await make.workspace({ organization_id: organization.id });
  const user = await make.person({ email: `mia@${DOMAIN}` });
  const redirect = `${origin}/api/auth/sso/${organization.id}/callback`;
  const account = { email: user.email, name: 'Mia', groups: ['Sales', 'Everyone'] };
  const provider = await startGlewlwyd({ ...CLIENT, redirect }, [
    { username: 'mia', ...account },
    { username: 'eve', email: `eve@${DOMAIN}`, name: 'Eve', groups: [] },
  ]);
  const ofOrganization = `/admin/organizations/${organization.id}`;
  const configure = (change: object = {}) =>
    call(
      'PUT',
      `${ofOrganization}/sso`,
      {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        isEnabled: true,
        trustsEmails: false,
        createsUsers: false,
        ...change,
      },
      adminToken,
    );
  const test = async () => {
    const { data } = await call('POST', `${ofOrganization}/sso/test`, {}, adminToken);
    return (data?.['checks'] ?? []) as { check: string; result: string; message: string }[];
  };
  /** The way to the callback: its address, not opened yet. */
  const toCallback = async (username: string, challenge: string) =>
    provider.signIn(await start(challenge, organization.slug), username);
  const signIn = async (username: string) => {
    const { verifier, challenge } = parts.openBrowser();
    const fragment = await open(await toCallback(username, challenge));
    const code = fragment.get('sso');
    const answer = code === null ? undefined : await exchange(code, verifier);
    return { fragment, user: answer?.data?.['user'] as { id: string } | undefined };
  };

  try {
    write('With Glewlwyd, over real connections:');
    await configure();
    await db
      .insertInto('sso_domains')
      .values({
        organization_id: organization.id,
        domain: DOMAIN,
        token: 'proven',
        verified_at: new Date(),
      })
      .execute();
    const checks = await test();
    for (const { check: part, result, message } of checks)
      write(`       ${part}: ${result}. ${message}`);
    check(
      'the test of the connection finds nothing wrong with issuer, clock, client and redirect address',
      checks.slice(0, 4).every(({ result }) => result !== 'problem'),
    );
    const unverified = await signIn('mia');
    check(
      'an address of which it does not say that it is verified leads to no session',
      unverified.user === undefined && unverified.fragment.has('sso-link'),
    );
    await configure({ trustsEmails: true });
    const mapped = await call(
      'PUT',
      `${ofOrganization}/group-roles`,
      { groupId: null, name: 'Sales', workspaceId: workspace.id, role: 'member' },
      adminToken,
    );
    check('a group in its ID tokens is mapped to a role', mapped.status === 200);
    check(
      'where an administrator trusts its addresses, it signs in',
      (await signIn('mia')).user?.id === user.id,
    );
    const membership = await db
      .selectFrom('memberships')
      .select('role')
      .where('user_id', '=', user.id)
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst();
    check('with the role of the group', membership?.role === 'member');
    check(
      'nobody is created where that is off',
      (await signIn('eve')).fragment.get('sso-problem') === 'no-account',
    );
    await configure({ trustsEmails: true, createsUsers: true });
    check('somebody is where it is on', (await signIn('eve')).user !== undefined);

    const [first, second] = [parts.openBrowser(), parts.openBrowser()];
    const stolen = new URL(await toCallback('mia', first.challenge));
    const own = new URL(await toCallback('eve', second.challenge));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    check(
      'the code of another sign-in is refused',
      (await open(own.href)).get('sso-problem') === 'refused',
    );
    const callback = await toCallback('mia', first.challenge);
    const code = (await open(callback)).get('sso');
    check(
      'a state works once',
      code !== null && (await open(callback)).get('sso-problem') === 'expired',
    );
    check(
      'the verifier of another tab is refused',
      (await exchange(code, second.verifier)).status === 401,
    );
    await configure({ trustsEmails: true, clientSecret: 'another' });
    check(
      'a wrong secret signs nobody in',
      (await signIn('mia')).fragment.get('sso-problem') === 'refused',
    );
    const client = (await test()).find((one) => one.check === 'client');
    check('and is said in words', client?.result === 'problem');
    write(`       ${client?.message}`);
  } finally {
    await provider.stop();
  }
}
