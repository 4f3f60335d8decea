import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { findMissingKeys } from '#platform/secrets/find-missing-keys.ts';
import { listProblems } from '#modules/integrations/provider-problems.ts';
import { callbackAddress } from '#modules/integrations/callback-address.ts';
import type { Provider } from '#modules/integrations/provider.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { readNewerMigrations } from '#platform/database/read-readiness.ts';
import { describeUnusable, listUnusableTimeZones } from '#platform/database/unusable-time-zones.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import { installedProviders, providerChecks } from '../../providers/installed.ts';
import type { CliContext } from '../command.ts';
import { checkBackups } from './check-backups.ts';
import { checkDistribution } from './check-distribution.ts';
import { checkJobs } from './check-jobs.ts';
import { checkUploads } from './check-uploads.ts';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { passwordFile } from '@repo/embedded-postgres/passwords';

/** Timeout of each request to a server. */
const RESPONSE_TIMEOUT_MS = 5_000;

/** Checks each setting that is often wrong. Changes nothing and sends nothing. */
export async function checkSettings(context: CliContext): Promise<Finding[]> {
  const { config } = context;
  const providers = installedProviders(config);
  const redirectAddresses = (grantor: string) =>
    providers
      .filter(({ connect }) => connect.kind === 'oauth' && connect.grantor === grantor)
      .map(({ id }) => callbackAddress(config, id));
  const ofVendors = await Promise.all(
    providerChecks.map((check) =>
      check(config, { redirectAddresses, timeoutMs: RESPONSE_TIMEOUT_MS }),
    ),
  );
  return [
    ...misspelledSettings(context),
    checkAddress(context),
    ...(await checkSecretFiles(context)),
    await checkDatabase(context),
    ...(await checkDistribution(context.db)),
    ...(await ifResponding('ENCRYPTION_KEYS', async () => [await checkKeys(context)])),
    ...ofVendors.flat(),
    ...(await ifResponding('Refused by a provider', () => listRefusals(context))),
    await checkMail(context),
    ...(await ifResponding('Connected mailboxes', async () => [
      await checkMailboxes(context, providers),
    ])),
    ...(await ifResponding('Uploaded files', async () => [await checkUploads(context)])),
    ...(await ifResponding('BACKUP_DIR', async () => [await checkBackups(context)])),
    ...(await ifResponding('Background jobs', () => checkJobs(context))),
    ...(await ifResponding('Time zone of a workspace', () => checkTimeZones(context))),
  ];
}

/** Tables on all nodes of a cluster cannot be checked while one node is down. The others can. */
async function ifResponding(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return [{ subject, state: 'bad', says: `could not be checked. ${error.message}` }];
  }
}

const misspelledSettings = ({ config }: CliContext): Finding[] =>
  config.misspelled.map((says) => ({ subject: 'Settings', state: 'check', says }));

/** Finds files of secrets that other users of the machine may read. */
async function checkSecretFiles({ config }: CliContext): Promise<Finding[]> {
  const findings = config.secretFiles.map(async (file): Promise<Finding[]> => {
    const mode = await modeOf(file);
    if (mode === undefined || (mode & 0o004) === 0) return [];
    const says = `all users of this machine may read ${file}. Unless only a container has it, run: chmod 600 ${file}`;
    return [{ subject: 'Files of secrets', state: 'check', says }];
  });
  return (await Promise.all(findings)).flat();
}

function checkAddress({ config: { publicUrl } }: CliContext): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isGood = protocol === 'https:' || isLocal;
  return {
    subject: 'PUBLIC_URL',
    state: isGood ? 'good' : 'bad',
    says: isGood
      ? isLocal
        ? `${publicUrl}, which only this machine reaches. Webhooks need an address of the internet.`
        : publicUrl
      : `${publicUrl} is not https. Google takes redirects to https alone; put a proxy with a certificate before the server.`,
  };
}

async function checkDatabase({ db, config }: CliContext): Promise<Finding> {
  const subject = config.databaseUrl === undefined ? 'Embedded database' : 'DATABASE_URL';
  const problem = config.databaseUrl === undefined && (await passwordFileProblem(config.dataDir));
  if (problem) return { subject, state: 'bad', says: problem };
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  const newer = await readNewerMigrations(db);
  return newer.length === 0
    ? { subject, state: 'good', says: `PostgreSQL ${rows[0]?.version}, its schema is current.` }
    : {
        subject,
        state: 'bad',
        says: `its schema is of a newer version (${newer.join(', ')}). Use that version of this program; processes of this one go on until they are stopped.`,
      };
}

/** Every key that secrets in the database are encrypted with has to be in the settings. */
async function checkKeys({ db, config }: CliContext): Promise<Finding> {
  const missing = await findMissingKeys(db, config.encryptionKeys);
  return {
    subject: 'ENCRYPTION_KEYS',
    state: missing.length === 0 ? 'good' : 'bad',
    says:
      missing.length === 0
        ? 'every stored secret can be opened.'
        : `secrets of connections, authenticator apps, webhooks or erasures are sealed with ${missing.join(', ')}, which is not set. Add it behind the first key.`,
  };
}

/** Reports providers that refused this server itself, not only a user's grant. */
async function listRefusals({ db }: CliContext): Promise<Finding[]> {
  const problems = await listProblems(db);
  return problems.map(({ message, since }) => ({
    subject: 'Refused by a provider',
    state: 'bad',
    says: `${message} The server has met this since ${since.toISOString()}; syncs wait and go on by themselves.`,
  }));
}

async function checkTimeZones({ db }: CliContext): Promise<Finding[]> {
  const unusable = await listUnusableTimeZones(db);
  return unusable.map((one) => ({
    subject: 'Time zone of a workspace',
    state: 'bad',
    says: describeUnusable(one),
  }));
}

async function checkMail({ config: { smtpUrl } }: CliContext): Promise<Finding> {
  const subject = 'SMTP_URL';
  if (smtpUrl === undefined) {
    return { subject, state: 'unset', says: 'not set: emails are written to DATA_DIR/mail.' };
  }
  const timeouts = {
    connectionTimeout: RESPONSE_TIMEOUT_MS,
    greetingTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
  };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return { subject, state: 'good', says: 'the mail server lets us in.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      subject,
      state: 'bad',
      says: `the mail server refuses (${reason}). Check host, port, user and password.`,
    };
  } finally {
    transport.close();
  }
}

/** The longest list of connections that is printed. */
const MAX_LISTED = 50;

/**
 * Lists the accounts that were connected through a provider's consent page or with the password of
 * a mail server and whose address is not that of their user: a shared mailbox, or one that was
 * connected by someone who should not have access (docs/decisions/oauth-state.md).
 */
async function checkMailboxes(
  { db }: CliContext,
  providers: readonly Provider[],
): Promise<Finding> {
  const subject = 'Connected mailboxes';
  const typedIn = providers.flatMap(({ id, connect }) =>
    connect.kind === 'oauth' || connect.kind === 'server-login' ? [] : [id],
  );
  const found = await db
    .selectFrom('integrations')
    .innerJoin('users as owner', 'owner.id', 'integrations.owner_id')
    .select(['owner.email', 'integrations.provider', 'integrations.source'])
    // Not only the configured providers: one that is no longer configured can still have
    // connections.
    .where('integrations.provider', 'not in', typedIn)
    .where('integrations.credentials', 'is not', null)
    .where(sql<boolean>`lower(integrations.source) <> lower(owner.email)`)
    .orderBy('owner.email')
    .orderBy('integrations.provider')
    .orderBy('integrations.source')
    .limit(MAX_LISTED + 1)
    .execute();
  if (found.length === 0) {
    return { subject, state: 'good', says: 'each has the email of its person.' };
  }
  const listed = found
    .slice(0, MAX_LISTED)
    .map(({ email, provider, source }) => `${email} has ${source} (${provider})`);
  const more = found.length > MAX_LISTED ? ', and more' : '';
  return {
    subject,
    state: 'check',
    says: `ask these people whether the mailbox is theirs: ${listed.join(', ')}${more}.`,
  };
}

/**
 * Checks the files that contain the passwords of the embedded PostgreSQL. Returns what is wrong and
 * what to do; undefined when nothing is wrong or the folder contains no cluster.
 */
async function passwordFileProblem(dataDir: string): Promise<string | undefined> {
  const cluster = path.join(dataDir, 'postgres', 'cluster');
  if ((await modeOf(cluster)) === undefined) return undefined;
  for (const name of Object.values(passwordFile)) {
    const file = path.join(cluster, name);
    const mode = await modeOf(file);
    if (mode === undefined && name === passwordFile.supervisor) {
      return 'its superuser still shares the application’s password. Restart the server with this version.';
    }
    if (mode !== undefined && (mode & 0o077) !== 0) {
      return `others may read ${file}. Run: chmod 600 ${file}`;
    }
  }
  return undefined;
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
