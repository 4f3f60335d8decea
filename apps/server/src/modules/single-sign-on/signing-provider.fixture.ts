import { generateKeyPairSync, hash, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, UnsecuredJWT } from 'jose';

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const createKey = (): Key => ({
  kid: randomUUID(),
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

/** How a provider deviates from a good one. Each is an attack, or a mistake in a set-up. */
export interface Deviations {
  /** Claims instead of the right ones; undefined removes one. */
  claims?: Record<string, unknown>;
  /** Signs with a key that the provider does not publish, under the id of its own. */
  strangersKey?: boolean;
  unsigned?: boolean;
  /** Metadata instead of the right one; undefined removes it. */
  metadata?: Record<string, unknown>;
  /** Answers instead of the provider: at the named path. */
  answer?: { path: string; by: (response: ServerResponse) => void };
  /** Seconds by which the clock of the provider is ahead. */
  clockAhead?: number;
}

export const CLIENT = { id: 'the-client', secret: 'the-client-secret' };

/**
 * An identity provider of two hundred lines, which can lie. It knows one client and checks its secret, the redirect
 * address and the PKCE verifier. `npm run proof -- sso` has an independent one.
 */
export async function startSigningProvider(path = '') {
  let key = createKey();
  const stranger = createKey();
  let lies: Deviations = {};
  let account: Record<string, unknown> = {};
  const redirects = new Set<string>();
  const grants = new Map<string, URLSearchParams>();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}${path}`;

  const send = (response: ServerResponse, status: number, body: unknown) => {
    const date = new Date(Date.now() + (lies.clockAhead ?? 0) * 1_000).toUTCString();
    response.sendDate = false;
    response.writeHead(status, { 'content-type': 'application/json', date });
    response.end(JSON.stringify(body));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer);
    const at = url.pathname.slice(path.length);
    requests.push(at);
    if (lies.answer?.path === at) return lies.answer.by(response);
    if (at === '/.well-known/openid-configuration') return send(response, 200, metadata());
    if (at === '/jwks') return send(response, 200, { keys: [await publicKey()] });
    if (at === '/authorize') return authorize(url, response);
    if (at === '/token') return giveToken(new URLSearchParams(await bodyOf(request)), response);
    send(response, 404, {});
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    ...lies.metadata,
  });

  const publicKey = async () => ({
    ...key.publicKey.export({ format: 'jwk' }),
    kid: key.kid,
    alg: 'ES256',
    use: 'sig',
  });

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    const redirect = searchParams.get('redirect_uri') ?? '';
    if (!redirects.has(redirect)) return send(response, 400, { error: 'invalid_redirect_uri' });
    const back = new URL(redirect);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    if (searchParams.get('prompt') === 'none') back.searchParams.set('error', 'login_required');
    else {
      const code = randomUUID();
      grants.set(code, searchParams);
      back.searchParams.set('code', code);
    }
    response.writeHead(303, { location: back.href }).end();
  }

  async function giveToken(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const isClient =
      form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    if (!isClient) return send(response, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url');
    if (
      grant?.get('redirect_uri') !== form.get('redirect_uri') ||
      grant?.get('code_challenge') !== challenge
    ) {
      return send(response, 400, { error: 'invalid_grant' });
    }
    send(response, 200, {
      access_token: randomUUID(),
      token_type: 'bearer',
      id_token: await sign({
        iss: issuer,
        aud: CLIENT.id,
        iat: Math.floor(Date.now() / 1_000),
        exp: Math.floor(Date.now() / 1_000) + 300,
        nonce: grant?.get('nonce'),
        ...(grant?.has('max_age') && { auth_time: Math.floor(Date.now() / 1_000) }),
        ...account,
        ...lies.claims,
      }),
    });
  }

  async function sign(
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
  ): Promise<string> {
    if (lies.unsigned) return new UnsecuredJWT(claims).encode();
    const { privateKey } = lies.strangersKey ? stranger : key;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
      .sign(privateKey);
  }

  return {
    issuer,
    /** Paths of the requests so far. */
    requests,
    knowRedirect: (address: string) => void redirects.add(address),
    /** Who signs in next: `sub`, `email`, `email_verified`. */
    signInAs: (claims: Record<string, unknown>) => {
      account = claims;
    },
    deviate: (next: Deviations) => {
      lies = next;
    },
    rotateKey: () => {
      key = createKey();
    },
    /** A logout token with the header and claims of a good one, except for the given ones. */
    logoutToken: (claims: Record<string, unknown>, header: Record<string, unknown> = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const all = {
        iss: issuer,
        aud: CLIENT.id,
        iat: now,
        exp: now + 120,
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      };
      return sign(all, { typ: 'logout+jwt', ...header });
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type SigningProvider = Awaited<ReturnType<typeof startSigningProvider>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
