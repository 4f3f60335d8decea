import { serverLevels } from '@repo/contract/server-level';
import { z } from 'zod';
import { microsoftClouds } from './providers/microsoft-auth/microsoft-settings.ts';

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
const proxiesExpected =
  'must be true, false, or a list of addresses and networks such as 10.0.0.0/8';
const networkOrAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const networks = list.pipe(
  z.array(
    z.union([z.cidrv4(), z.cidrv6()], {
      error: 'must be a list of networks such as 10.0.0.0/8',
    }),
  ),
);

/** Every setting; `.env.example` describes them for people. */
export const settings = z.object({
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
  WEB_SERVER_LEVEL: z
    .enum(serverLevels, { error: `must be ${serverLevels.join(' or ')}` })
    .optional(),
  CORS_ORIGINS: list.pipe(z.array(webAddress)),
  TRUST_PROXY: z
    .union([z.stringbool(), list.pipe(z.array(networkOrAddress).min(1, proxiesExpected))], {
      error: proxiesExpected,
    })
    .default(false),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in UTC such as 03:00')
    .default('03:00'),
  BACKUP_KEEP: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(366, 'must be at most 366')
    .default(7),
  PRODUCT_NAME: z.string().max(60).default(''),
  ENCRYPTION_KEYS: list,
  FIRST_ADMIN_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  FIRST_ADMIN_NAME: z.string().min(1).max(100).default('Administrator'),
  FIRST_ADMIN_PASSWORD: z.string().optional(),
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
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, 'must be the id of a tenant, or a domain')
    .max(255)
    .optional(),
  MICROSOFT_CLOUD: z
    .enum(Object.keys(microsoftClouds) as [keyof typeof microsoftClouds], {
      error: `must be one of ${Object.keys(microsoftClouds).join(', ')}`,
    })
    .default('global'),
  MICROSOFT_SIGN_IN_URL: webAddress.optional(),
  MICROSOFT_GRAPH_URL: webAddress.optional(),
  MAIL_PRIVATE_NETWORKS: networks,
  WEBHOOK_PRIVATE_NETWORKS: networks,
  SSO_PRIVATE_NETWORKS: networks,
  MAILBOX_MEMORY_MB: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(448, 'must be at least 448')
    .optional(),
  IMAP_IDLE: z.stringbool({ error: 'must be true or false' }).default(true),
  IMAP_IDLE_SECONDS: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(20, 'must be at least 20')
    .max(1_680, 'must be at most 1680')
    .default(300),
  FIREFLIES_URL: webAddress.default('https://api.fireflies.ai/graphql'),
  FIREFLIES_REQUESTS_PER_DAY: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .refine((count) => count === 0 || count >= 10, 'must be at least 10, or 0 for no limit')
    .default(50),
  SANDBOX_URL: webAddress.optional(),
  FREQUENT_SYNC: z.stringbool({ error: 'must be true or false' }).default(true),
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

/** Settings that can be in a file, whose path NAME_FILE gives. */
export const secretNames: readonly string[] = [
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'FIRST_ADMIN_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  // Not a setting of its own: PostgreSQL's clients read it.
  'PGPASSWORD',
  'SMTP_URL',
];
