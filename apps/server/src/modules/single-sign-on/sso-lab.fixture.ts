import { createHash, randomBytes } from 'node:crypto';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Config } from '#src/config.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { CLIENT, type SigningProvider, startSigningProvider } from './signing-provider.fixture.ts';

/** Short, so that a provider that hangs costs a test little. */
const TIMEOUT_MS = 400;

/** What a browser keeps while it is at the provider. */
export interface Browser {
  verifier: string;
  challenge: string;
}

export interface Company extends Made {
  redirect: string;
}

/** A test app with an identity provider, and how people sign in there. */
export async function createSsoLab(config: Partial<Config> = {}) {
  const txt = new Map<string, string[]>();
  const app: TestApp = await createTestApp({
    config: { ssoPrivateNetworks: ['127.0.0.0/8'], ...config },
    singleSignOn: {
      readTxt: async (name) => txt.get(name) ?? [],
      resolveHost: async (host) => [host === 'inner.example' ? '10.0.0.1' : '127.0.0.1'],
      timeoutMs: TIMEOUT_MS,
    },
  });
  const provider = await startSigningProvider();
  const admin = await app.make.person({ is_admin: true });
  let made = 0;

  const redirectOf = (organizationId: string) =>
    `${app.context.config.publicUrl}/api/auth/sso/${organizationId}/callback`;

  /** An organization whose connection leads to the provider. */
  async function company(
    settings: Record<string, boolean> = {},
    at: SigningProvider = provider,
  ): Promise<Company> {
    const organization = await app.make.organization();
    const redirect = redirectOf(organization.id);
    at.knowRedirect(redirect);
    await configure(organization.id, { issuer: at.issuer, ...settings });
    return { ...organization, redirect };
  }

  const configure = (id: string, settings: Record<string, unknown>) =>
    app.call('PUT /api/admin/organizations/{id}/sso', {
      token: admin.token,
      params: { id },
      body: {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        ...settings,
      },
    });

  /** Verifies a new domain of an organization by its TXT record. */
  async function verifiedDomain({ id }: Made): Promise<string> {
    made += 1;
    const domain = `company${made}.example`;
    await verify(id, domain);
    return domain;
  }

  async function verify(id: string, domain: string) {
    const call = { token: admin.token, params: { id }, body: { domain } };
    const { data } = await app.call('POST /api/admin/organizations/{id}/sso/domains', call);
    const record = data.singleSignOn.domains.find((one) => one.domain === domain)?.record;
    txt.set(record?.name ?? '', [record?.value ?? '']);
    return app.call('POST /api/admin/organizations/{id}/sso/domains/verify', call);
  }

  function openBrowser(): Browser {
    const verifier = randomBytes(32).toString('base64url');
    return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
  }

  const locationOf = async (url: string): Promise<string> => {
    const { headers } = await app.app.inject({ method: 'GET', url });
    return String(headers.location ?? '');
  };

  /** Where the browser is sent: to the provider, or back. */
  const start = (
    { challenge }: Browser,
    query: { organization?: string; email?: string; isProof?: 'true' },
  ) => locationOf(`/api/auth/sso/start?${new URLSearchParams({ ...query, challenge }).toString()}`);

  /** Signs in at the provider: the answer that the browser takes to the callback. */
  async function atProvider(address: string): Promise<string> {
    const { headers } = await fetch(address, { redirect: 'manual' });
    return headers.get('location') ?? '';
  }

  /** Opens the callback: the fragment of the sign-in page. */
  async function callBack(answer: string): Promise<URLSearchParams> {
    const { pathname, search } = new URL(answer);
    return new URLSearchParams(new URL(await locationOf(pathname + search)).hash.slice(1));
  }

  const exchange = (code: string, { verifier }: Browser) =>
    app.call('POST /api/auth/sso/exchange', { body: { code, verifier } });

  /** The whole way to the sign-in page. */
  async function goThrough({ slug }: Made, browser = openBrowser()) {
    return callBack(await atProvider(await start(browser, { organization: slug })));
  }

  /** The whole way to a session. */
  async function signIn(at: Made, claims: Record<string, unknown>) {
    provider.signInAs(claims);
    const browser = openBrowser();
    const fragment = await goThrough(at, browser);
    return {
      problem: fragment.get('sso-problem'),
      link: fragment.get('sso-link'),
      browser,
      session: fragment.has('sso') ? await exchange(fragment.get('sso') ?? '', browser) : undefined,
    };
  }

  const read = async ({ id }: Made) => {
    const { data } = await app.call('GET /api/admin/organizations/{id}/sso', {
      token: admin.token,
      params: { id },
    });
    return data.singleSignOn;
  };

  const test = async ({ id }: Made) => {
    const { data } = await app.call('POST /api/admin/organizations/{id}/sso/test', {
      token: admin.token,
      params: { id },
    });
    return data.checks;
  };

  return {
    app,
    test,
    admin: admin as MadePerson,
    provider,
    txt,
    company,
    configure,
    verify,
    verifiedDomain,
    openBrowser,
    start,
    atProvider,
    callBack,
    exchange,
    goThrough,
    signIn,
    read,
    close: async () => {
      await app.close();
      await provider.stop();
    },
  };
}

export type SsoLab = Awaited<ReturnType<typeof createSsoLab>>;
