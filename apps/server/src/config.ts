import path from 'node:path';
import type { ServerLevel } from '@repo/contract/server-level';
import type { z } from 'zod';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import { findMisspelledSettings } from './misspelled-settings.ts';
import {
  ensureKeyFile,
  type KeyFileEntry,
  keyFileOf,
  parseKey,
  readKeyFile,
} from './platform/secrets/key-file.ts';
import { readSecretFiles, secretFilesOf } from './platform/secrets/secret-files.ts';
import type { GoogleSettings } from './providers/google-auth/google-settings.ts';
import {
  microsoftClouds,
  type MicrosoftSettings,
} from './providers/microsoft-auth/microsoft-settings.ts';
import { secretNames, settings } from './settings.ts';

/** A missing or invalid setting; the message names it and the values that it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface Config {
  host: string;
  port: number;
  /** URL at which users and providers reach the server, without a trailing slash. */
  publicUrl: string;
  /** URL of the web application; the public URL unless it is served elsewhere. */
  webUrl: string;
  /** Prefix that the web application puts before API paths; empty for its own origin. */
  apiBaseUrl: string;
  /** The level of the server at `apiBaseUrl`, as the page names it. */
  webServerLevel: ServerLevel;
  corsOrigins: string[];
  /**
   * The `X-Forwarded-For` headers that are trusted: none, those of one proxy nearby, or those of these
   * addresses and networks.
   */
  trustProxy: boolean | readonly string[];
  dataDir: string;
  /** Undefined for the embedded database in the data folder. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** Daily backups of the database; undefined for none. */
  backup:
    | {
        folder: string;
        /** In UTC. */
        time: { hour: number; minute: number };
        /** Good backups that are kept. */
        keep: number;
      }
    | undefined;
  productName: string;
  /** By id; the first key encrypts. */
  encryptionKeys: ReadonlyMap<string, Buffer>;
  /** Whether the keys come from the server's own file in `dataDir`. */
  hasOwnKeyFile: boolean;
  /** The administrator to create on a server that has none; undefined to create none. */
  firstAdmin: { email: string; name: string; password: string } | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  google: GoogleSettings | undefined;
  microsoft: MicrosoftSettings | undefined;
  /** Gmail's quota per minute and user, as shown in the Google Cloud console. */
  gmailUnitsPerMinute: number;
  /** Networks (CIDR) with mail servers that users may connect to, in addition to the public internet. */
  mailPrivateNetworks: readonly string[];
  /**
   * Networks that webhooks may reach besides the public internet, there also without encryption.
   */
  webhookPrivateNetworks: readonly string[];
  /** Networks that identity providers of single sign-on may be in besides the public internet. */
  ssoPrivateNetworks: readonly string[];
  /** Memory of all processes that read mailboxes, in MiB; undefined for half of the machine's. */
  mailboxMemoryMb: number | undefined;
  /** Whether the inboxes of IMAP mailboxes are watched for changes. */
  imapIdle: boolean;
  /** Seconds after which a watch of an inbox is renewed. */
  imapIdleSeconds: number;
  firefliesUrl: string;
  /** Requests to Fireflies in 24 hours per API key; undefined for no limit. */
  firefliesRequestsPerDay: number | undefined;
  /** URL of the sandbox, for the demo; undefined otherwise. */
  sandboxUrl: string | undefined;
  /** Whether connections are synced more often while someone who can see their data has the product open. */
  frequentSync: boolean;
  allowUserDataReset: boolean;
  /** The address of metrics and health checks; undefined to not serve them. */
  metrics: { host: string; port: number } | undefined;
  /** URL that traces are sent to, without a trailing slash; undefined to create none. */
  traces: { endpoint: string; serviceName: string } | undefined;
  logLevel: string;
  /** Files that secrets were read from. */
  secretFiles: readonly string[];
  /** Sentences about names of the environment that are probably misspelled settings. */
  misspelled: readonly string[];
}

/**
 * Reads every setting once.
 *
 * @throws ConfigError naming each bad setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(readSecrets(environment)).filter(([, value]) => value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path: at, message }) => `${String(at[0])} ${message}`).join('; '),
    );
  }
  const set = parsed.data;
  const dataDir = path.resolve(set.DATA_DIR);
  const publicUrl = withoutSlash(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`);
  const webUrl = set.WEB_URL ? withoutSlash(set.WEB_URL) : publicUrl;
  const apiBaseUrl = withoutSlash(set.API_BASE_URL);
  return {
    host: set.HOST,
    port: set.PORT,
    publicUrl,
    webUrl,
    apiBaseUrl,
    webServerLevel:
      set.WEB_SERVER_LEVEL ?? (isSameOrigin(apiBaseUrl, webUrl) ? 'full' : 'specification'),
    corsOrigins: set.CORS_ORIGINS.map(withoutSlash),
    trustProxy: set.TRUST_PROXY,
    dataDir,
    databaseUrl: withPassword(
      set.DATABASE_URL,
      environment['PGPASSWORD_FILE'] ? given['PGPASSWORD'] : undefined,
    ),
    databasePoolSize: set.DATABASE_POOL_SIZE,
    backup: backupsOf(set),
    productName: set.PRODUCT_NAME,
    encryptionKeys: encryptionKeys(set.ENCRYPTION_KEYS, dataDir),
    hasOwnKeyFile: set.ENCRYPTION_KEYS.length === 0,
    firstAdmin: firstAdmin(set),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    google: googleClient(set),
    microsoft: microsoftClient(set),
    gmailUnitsPerMinute: set.GMAIL_UNITS_PER_MINUTE,
    mailPrivateNetworks: set.MAIL_PRIVATE_NETWORKS,
    webhookPrivateNetworks: set.WEBHOOK_PRIVATE_NETWORKS,
    ssoPrivateNetworks: set.SSO_PRIVATE_NETWORKS,
    mailboxMemoryMb: set.MAILBOX_MEMORY_MB,
    imapIdle: set.IMAP_IDLE,
    imapIdleSeconds: set.IMAP_IDLE_SECONDS,
    firefliesUrl: set.FIREFLIES_URL,
    firefliesRequestsPerDay: set.FIREFLIES_REQUESTS_PER_DAY || undefined,
    sandboxUrl: set.SANDBOX_URL && withoutSlash(set.SANDBOX_URL),
    frequentSync: set.FREQUENT_SYNC,
    allowUserDataReset: set.ALLOW_USER_DATA_RESET,
    metrics:
      set.METRICS_PORT === undefined
        ? undefined
        : { host: set.METRICS_HOST, port: set.METRICS_PORT },
    traces: set.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: withoutSlash(set.OTEL_EXPORTER_OTLP_ENDPOINT),
          serviceName: set.OTEL_SERVICE_NAME,
        }
      : undefined,
    logLevel: set.LOG_LEVEL,
    secretFiles: secretFilesOf(environment, secretNames).map(({ file }) => file),
    misspelled: findMisspelledSettings(environment),
  };
}

const isSameOrigin = (apiBaseUrl: string, webUrl: string): boolean =>
  apiBaseUrl === '' || new URL(apiBaseUrl).origin === new URL(webUrl).origin;

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const readSecrets = (environment: Record<string, string | undefined>) =>
  named('Settings:', () => readSecretFiles(environment, secretNames));

/** Adds the password of `PGPASSWORD_FILE` to the address of a database: PostgreSQL's client knows no such file. */
function withPassword(databaseUrl: string | undefined, password: string | undefined) {
  if (password === undefined) return databaseUrl;
  if (databaseUrl === undefined) {
    throw new ConfigError(
      'PGPASSWORD_FILE is set without DATABASE_URL, so the server would start its own database and ignore it. Set DATABASE_URL, or remove PGPASSWORD_FILE.',
    );
  }
  const url = named('DATABASE_URL', () => new URL(databaseUrl));
  if (url.password !== '') {
    throw new ConfigError(
      'DATABASE_URL has a password, and PGPASSWORD_FILE is set. Set one of them.',
    );
  }
  // The address of a Unix socket has no place for it.
  if (url.hostname === '') url.searchParams.set('password', password);
  else url.password = password;
  return url.href;
}

function backupsOf(set: z.infer<typeof settings>): Config['backup'] {
  if (set.BACKUP_DIR === undefined) return undefined;
  const [hour = 0, minute = 0] = set.BACKUP_TIME.split(':').map(Number);
  return { folder: path.resolve(set.BACKUP_DIR), time: { hour, minute }, keep: set.BACKUP_KEEP };
}

function firstAdmin(set: z.infer<typeof settings>): Config['firstAdmin'] {
  const { FIRST_ADMIN_EMAIL: email, FIRST_ADMIN_PASSWORD: password } = set;
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    throw new ConfigError('FIRST_ADMIN_EMAIL and FIRST_ADMIN_PASSWORD must be set together');
  }
  return { email, name: set.FIRST_ADMIN_NAME, password };
}

function googleClient(set: z.infer<typeof settings>): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = set;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  }
  return {
    clientId,
    clientSecret,
    rootUrl: set.GOOGLE_ROOT_URL && withoutSlash(set.GOOGLE_ROOT_URL),
    authorizationUrl: set.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: set.GOOGLE_TOKEN_URL,
    revocationUrl: set.GOOGLE_REVOCATION_URL,
    apiUrl: set.GOOGLE_API_URL && withoutSlash(set.GOOGLE_API_URL),
  };
}

function microsoftClient(set: z.infer<typeof settings>): Config['microsoft'] {
  const {
    MICROSOFT_CLIENT_ID: clientId,
    MICROSOFT_CLIENT_SECRET: clientSecret,
    MICROSOFT_TENANT: tenant,
  } = set;
  const given = [clientId, clientSecret, tenant].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (clientId === undefined || clientSecret === undefined || tenant === undefined) {
    throw new ConfigError(
      'MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET and MICROSOFT_TENANT must be set together',
    );
  }
  const [signInUrl, graphUrl] = microsoftClouds[set.MICROSOFT_CLOUD];
  return {
    clientId,
    clientSecret,
    tenant,
    signInUrl: withoutSlash(set.MICROSOFT_SIGN_IN_URL ?? signInUrl),
    graphUrl: withoutSlash(set.MICROSOFT_GRAPH_URL ?? graphUrl),
  };
}

function encryptionKeys(given: readonly string[], dataDir: string): Map<string, Buffer> {
  if (given.length === 0) return new Map(ownKeys(keyFileOf(dataDir)));
  const keys = new Map<string, Buffer>();
  for (const entry of given) {
    const [id, key] = named('ENCRYPTION_KEYS', () => parseKey(entry));
    // One of them would be ignored, and the values encrypted with it could never be read again.
    if (keys.has(id)) {
      throw new ConfigError(
        `ENCRYPTION_KEYS has two keys “${id}”. Give each key an id of its own.`,
      );
    }
    keys.set(id, key);
  }
  return keys;
}

/** Without a configured key, the server creates one and stores it in its data folder. */
function ownKeys(file: string): KeyFileEntry[] {
  named(`DATA_DIR ${path.dirname(file)} cannot be used:`, () => {
    makeFolder(path.dirname(file));
    ensureKeyFile(file);
  });
  return named(file, () => readKeyFile(file));
}

/** Rethrows a failure as a ConfigError that names the setting. */
function named<Result>(subject: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${subject} ${reason}`, { cause });
  }
}
