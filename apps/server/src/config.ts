import path from 'node:path';
import { type Feature, featureNames } from '@repo/contract/features';
import { z } from 'zod';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import {
  ensureKeyFile,
  type KeyFileEntry,
  keyFileOf,
  parseKey,
  readKeyFile,
} from './platform/secrets/key-file.ts';
import type { GoogleSettings } from './providers/google-auth/google-settings.ts';

/** A setting is missing or bad; the message says which and what it should be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Every setting; `.env.example` describes them for people. */
const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  PUBLIC_URL: webAddress.optional(),
  WEB_URL: webAddress.optional(),
  API_BASE_URL: z.union([z.literal(''), webAddress]).default(''),
  WEB_FEATURES: list.pipe(
    z.array(
      z.enum(['all', 'none', ...featureNames], {
        error: `must be all, none or a list of ${featureNames.join(', ')}`,
      }),
    ),
  ),
  CORS_ORIGINS: list.pipe(z.array(webAddress)),
  TRUST_PROXY: z.stringbool({ error: 'must be true or false' }).default(false),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  PRODUCT_NAME: z.string().max(60).default(''),
  ENCRYPTION_KEYS: list,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('no-reply@localhost'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ROOT_URL: webAddress.optional(),
  GOOGLE_AUTHORIZATION_URL: webAddress.optional(),
  GOOGLE_TOKEN_URL: webAddress.optional(),
  GOOGLE_REVOCATION_URL: webAddress.optional(),
  GOOGLE_API_URL: webAddress.optional(),
  GMAIL_UNITS_PER_MINUTE: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(100, 'must be at least 100')
    .default(6_000),
  MAIL_PRIVATE_NETWORKS: list.pipe(
    z.array(
      z.union([z.cidrv4(), z.cidrv6()], {
        error: 'must be a list of networks such as 10.0.0.0/8',
      }),
    ),
  ),
  MAILBOX_MEMORY_MB: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(448, 'must be at least 448')
    .optional(),
  FIREFLIES_URL: webAddress.default('https://api.fireflies.ai/graphql'),
  FIREFLIES_REQUESTS_PER_DAY: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .refine((count) => count === 0 || count >= 10, 'must be at least 10, or 0 for no limit')
    .default(50),
  SANDBOX_URL: webAddress.optional(),
  ALLOW_USER_DATA_RESET: z.stringbool({ error: 'must be true or false' }).default(false),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('server'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});

export const settingNames: readonly string[] = Object.keys(settings.shape);

export interface Config {
  host: string;
  port: number;
  /** URL at which users and providers reach the server, without a trailing slash. */
  publicUrl: string;
  /** URL of the web application; the public URL unless it is served elsewhere. */
  webUrl: string;
  /** Prefix that the web application puts before API paths; empty for its own origin. */
  apiBaseUrl: string;
  /** Features that the page says the server at `apiBaseUrl` offers beyond the specification. */
  webFeatures: readonly Feature[];
  corsOrigins: string[];
  trustProxy: boolean;
  dataDir: string;
  /** Undefined for the embedded database in the data folder. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  productName: string;
  /** By id; the first key encrypts. */
  encryptionKeys: ReadonlyMap<string, Buffer>;
  /** Whether the keys come from the server's own file in `dataDir`. */
  hasOwnKeyFile: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  google: GoogleSettings | undefined;
  /** Gmail's quota per minute and user, as shown in the Google Cloud console. */
  gmailUnitsPerMinute: number;
  /**
   * Networks (CIDR) whose mail servers users may connect to, in addition to the public internet.
   */
  mailPrivateNetworks: readonly string[];
  /** Memory of all processes that read mailboxes; undefined for half of what there is; MiB. */
  mailboxMemoryMb: number | undefined;
  /** URL of Fireflies' GraphQL API. */
  firefliesUrl: string;
  /** Requests to Fireflies in 24 hours per API key; undefined for no limit. */
  firefliesRequestsPerDay: number | undefined;
  /** URL of the sandbox, for the demo; undefined otherwise. */
  sandboxUrl: string | undefined;
  allowUserDataReset: boolean;
  /** The address of metrics and health checks; undefined to not serve them. */
  metrics: { host: string; port: number } | undefined;
  /** URL that traces are sent to, without a trailing slash; undefined to create none. */
  traces: { endpoint: string; serviceName: string } | undefined;
  logLevel: string;
}

/**
 * Reads every setting once.
 *
 * @throws ConfigError naming each bad setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = settings.safeParse(Object.fromEntries(given));
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
    webFeatures: webFeatures(set.WEB_FEATURES, isSameOrigin(apiBaseUrl, webUrl)),
    corsOrigins: set.CORS_ORIGINS.map(withoutSlash),
    trustProxy: set.TRUST_PROXY,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databasePoolSize: set.DATABASE_POOL_SIZE,
    productName: set.PRODUCT_NAME,
    encryptionKeys: encryptionKeys(set.ENCRYPTION_KEYS, dataDir),
    hasOwnKeyFile: set.ENCRYPTION_KEYS.length === 0,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    google: googleClient(set),
    gmailUnitsPerMinute: set.GMAIL_UNITS_PER_MINUTE,
    mailPrivateNetworks: set.MAIL_PRIVATE_NETWORKS,
    mailboxMemoryMb: set.MAILBOX_MEMORY_MB,
    firefliesUrl: set.FIREFLIES_URL,
    firefliesRequestsPerDay: set.FIREFLIES_REQUESTS_PER_DAY || undefined,
    sandboxUrl: set.SANDBOX_URL && withoutSlash(set.SANDBOX_URL),
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
  };
}

/**
 * The setting or, by default, all features when the server itself serves the API, otherwise none.
 */
function webFeatures(given: readonly string[], isOwnApi: boolean): readonly Feature[] {
  if (given.length === 0 ? isOwnApi : given.includes('all')) return featureNames;
  return featureNames.filter((name) => given.includes(name));
}

const isSameOrigin = (apiBaseUrl: string, webUrl: string): boolean =>
  apiBaseUrl === '' || new URL(apiBaseUrl).origin === new URL(webUrl).origin;

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

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

function encryptionKeys(given: readonly string[], dataDir: string): Map<string, Buffer> {
  if (given.length === 0) return new Map(ownKeys(keyFileOf(dataDir)));
  const keys = new Map<string, Buffer>();
  for (const entry of given) {
    const [id, key] = named('ENCRYPTION_KEYS', () => parseKey(entry));
    // One of them would be ignored, and what it encrypted could never be read again.
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
