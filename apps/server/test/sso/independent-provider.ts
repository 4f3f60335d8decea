import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface ProviderClient {
  id: string;
  secret: string;
  redirect: string;
  /** Where the provider may lead back to after a sign-out. */
  afterSignOut?: string;
}

type Account = Record<string, string | boolean>;

// It warns that its defaults are not for production, which would be in the evidence.
Object.assign(globalThis.console, { info: () => {}, warn: () => {} });

/** A provider by other hands (oidc-provider, certified), whose keys can be changed. */
export async function startIndependentProvider(
  { id, secret, redirect, afterSignOut }: ProviderClient,
  accounts: ReadonlyMap<string, Account>,
) {
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => void answer?.(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Begins with new keys, which no earlier answer was signed with. */
  const changeKeys = () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' };
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: id,
          client_secret: secret,
          redirect_uris: [redirect],
          post_logout_redirect_uris: afterSignOut === undefined ? [] : [afterSignOut],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: async () => ({ sub, ...accounts.get(sub) }),
      }),
      jwks: { keys: [key] },
      cookies: { keys: [randomUUID()] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
    } as ConstructorParameters<typeof Provider>[1]);
    answer = provider.callback();
  };
  changeKeys();
  return {
    issuer,
    changeKeys,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Signs in at the provider as a browser does: follows redirects with its cookies and answers the two forms.
 *
 * @returns the address of the product that the provider leads back to.
 */
export async function signInThere(
  start: string,
  login: string,
  isBack: (address: string) => boolean,
): Promise<string> {
  const cookies = new Map<string, string>();
  let address = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    form = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      address = new URL(location, address).href;
      if (isBack(address)) return address;
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined)
      throw new Error(`The provider answered ${response.status}: ${page.slice(0, 300)}`);
    address = new URL(action, address).href;
    form = new URLSearchParams(
      page.includes('name="login"')
        ? { prompt: 'login', login, password: 'any' }
        : { prompt: 'consent' },
    );
  }
  throw new Error('The provider leads nowhere.');
}
