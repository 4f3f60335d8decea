import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { ProviderClient } from './independent-provider.ts';

/** The folder into which `scripts/install-sign-in-servers.sh` unpacks packages. */
const unpacked = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/sign-in-servers/glewlwyd',
);
const root = ['/', unpacked].find((at) => existsSync(path.join(at, 'usr/bin/glewlwyd')));

/** Why nothing is shown with Glewlwyd; undefined if it is installed or unpacked. */
export const missingGlewlwyd =
  root === undefined
    ? 'Debian’s glewlwyd is missing: run sh scripts/install-sign-in-servers.sh'
    : undefined;

export interface GlewlwydUser {
  username: string;
  email: string;
  name: string;
  groups: readonly string[];
}

const PASSWORD = 'password-of-all';
/** What the users and the client may ask for. */
const SCOPES = ['openid', 'profile', 'email'];
const START_MS = 10_000;

type Json = Record<string, unknown>;

/** An identity provider in C (Debian's package), with an own database and users with a claim for their groups. */
export async function startGlewlwyd(client: ProviderClient, users: readonly GlewlwydUser[]) {
  if (root === undefined) throw new Error(missingGlewlwyd);
  const folder = await mkdtemp(path.join(tmpdir(), 'glewlwyd-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `${origin}/api/oidc`;
  await mkdir(path.join(folder, 'middleware'));
  await writeFile(path.join(folder, 'glewlwyd.conf'), settingsOf(root, folder, port));
  createDatabase(root, path.join(folder, 'glewlwyd.db'));
  const child = spawn(
    path.join(root, 'usr/bin/glewlwyd'),
    ['--config-file', path.join(folder, 'glewlwyd.conf')],
    {
      cwd: folder,
      env: { LD_LIBRARY_PATH: path.join(root, 'usr/lib/x86_64-linux-gnu') },
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  const admin = openBrowser(origin);
  await listening(admin, origin, () => child.exitCode !== null);
  await admin.call('POST', '/api/auth/', { username: 'admin', password: 'password' });
  await setUp(admin, { client, users, issuer });

  return {
    issuer,
    /** Signs in there as a browser does. @returns the address of the product that it leads back to. */
    async signIn(start: string, username: string): Promise<string> {
      const browser = openBrowser(origin);
      await browser.call('POST', '/api/auth/', { username, password: PASSWORD });
      await browser.call('PUT', `/api/auth/grant/${client.id}`, { scope: SCOPES.join(' ') });
      const { headers } = await browser.open(`${start}&g_continue`);
      return headers.get('location') ?? '';
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

type Browser = ReturnType<typeof openBrowser>;

/** Keeps the cookies of the provider. */
function openBrowser(origin: string) {
  const cookies = new Map<string, string>();
  const open = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return {
    open,
    async call(method: string, at: string, body: Json): Promise<void> {
      const response = await open(`${origin}${at}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.ok) return;
      throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    },
  };
}

/** Waits until it answers. */
async function listening({ open }: Browser, origin: string, hasEnded: () => boolean) {
  for (const end = Date.now() + START_MS; Date.now() < end && !hasEnded();) {
    const isThere = await open(`${origin}/api/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await setTimeout(100);
  }
  throw new Error('Glewlwyd does not answer.');
}

/** In the order in which each needs the one before. */
async function setUp({ call }: Browser, { client, users, issuer }: Wanted): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await call('POST', '/api/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3_600,
      'refresh-token-duration': 3_600,
      'code-duration': 60,
      'auth-type-code-enabled': true,
      'pkce-allowed': true,
      'session-management-allowed': true,
      'session-cookie-name': 'session',
      'session-cookie-expiration': 3_600,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      claims: [{ name: 'groups', 'user-property': 'groups', type: 'string', mandatory: true }],
    },
  });
  for (const name of SCOPES.filter((one) => one !== 'openid')) {
    await call('POST', '/api/scope/', {
      name,
      display_name: name,
      description: name,
      password_required: false,
      scheme: {},
    });
  }
  await call('PUT', '/api/mod/user/database', {
    module: 'database',
    name: 'database',
    display_name: 'Database',
    parameters: {
      'use-glewlwyd-connection': true,
      'data-format': {
        groups: { multiple: true, read: true, write: true, 'profile-read': true },
      },
    },
  });
  await call('PUT', '/api/mod/user/database/reset', {});
  for (const user of users) {
    await call('POST', '/api/user/', {
      ...user,
      password: PASSWORD,
      scope: ['g_profile', ...SCOPES],
      enabled: true,
    });
  }
  await call('POST', '/api/client/', {
    client_id: client.id,
    name: 'The product',
    enabled: true,
    confidential: true,
    client_secret: client.secret,
    token_endpoint_auth_method: ['client_secret_post'],
    redirect_uri: [client.redirect],
    authorization_type: ['code'],
    scope: SCOPES,
  });
}

interface Wanted {
  client: ProviderClient;
  users: readonly GlewlwydUser[];
  issuer: string;
}

function createDatabase(from: string, file: string): void {
  const database = new DatabaseSync(file);
  const script = 'usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
  database.exec(readFileSync(path.join(from, script), 'utf8'));
  database.close();
}

function settingsOf(from: string, folder: string, port: number): string {
  const modules = path.join(from, 'usr/lib/glewlwyd');
  const settings = {
    port,
    bind_address: '127.0.0.1',
    external_url: `http://127.0.0.1:${port}`,
    login_url: 'login.html',
    api_prefix: 'api',
    static_files_path: path.join(from, 'usr/share/glewlwyd/webapp/'),
    log_mode: 'file',
    log_level: 'INFO',
    log_file: path.join(folder, 'log'),
    cookie_domain: '127.0.0.1',
    cookie_secure: 0,
    session_expiration: 3_600,
    session_key: 'GLEWLWYD2_SESSION_ID',
    admin_scope: 'g_admin',
    profile_scope: 'g_profile',
    user_module_path: path.join(modules, 'user'),
    user_middleware_module_path: path.join(folder, 'middleware'),
    client_module_path: path.join(modules, 'client'),
    user_auth_scheme_module_path: path.join(modules, 'scheme'),
    plugin_module_path: path.join(modules, 'plugin'),
    hash_algorithm: 'SHA512',
  };
  const database = JSON.stringify(path.join(folder, 'glewlwyd.db'));
  return [
    ...Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    `database = { type = "sqlite3" path = ${database} };`,
  ].join('\n');
}
