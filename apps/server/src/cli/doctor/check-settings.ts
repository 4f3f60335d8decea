import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { findMissingKeys } from '../../modules/integrations/connect/find-missing-keys.ts';
import { listProblems } from '../../modules/integrations/provider-problems.ts';
import { checkGoogleClient } from '../../providers/google-auth/check-google-client.ts';
import { googleAddresses } from '../../providers/google-auth/google-settings.ts';
import type { CliContext } from '../command.ts';
import { passwordFileProblem } from './check-password-files.ts';

export interface Finding {
  subject: string;
  /** 'check': may be as it should be; only a person can know. */
  state: 'good' | 'bad' | 'check' | 'unset';
  /** What is so, and what to do about it. */
  says: string;
}

/** A clock further off than this makes Google refuse tokens; milliseconds. */
const clockTolerance = 60_000;
const timeoutMs = 5_000;

/** Looks at each setting that people get wrong. Nothing is changed, nothing is sent to anybody. */
export async function checkSettings(context: CliContext): Promise<Finding[]> {
  return [
    checkAddress(context),
    await checkDatabase(context),
    await checkKeys(context),
    ...checkGoogle(context),
    ...(await checkClient(context)),
    await checkClock(context),
    await checkMail(context),
    await checkMailboxes(context),
  ];
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
  return { subject, state: 'good', says: `PostgreSQL ${rows[0]?.version}, its schema is current.` };
}

/** Every key that something is sealed with has to be there. */
async function checkKeys({ db, config }: CliContext): Promise<Finding> {
  const missing = await findMissingKeys(db, config.encryptionKeys);
  return {
    subject: 'ENCRYPTION_KEYS',
    state: missing.length === 0 ? 'good' : 'bad',
    says:
      missing.length === 0
        ? 'every stored credential can be opened.'
        : `credentials are sealed with ${missing.join(', ')}, which is not set. Add it behind the first key, or let people connect again.`,
  };
}

function checkGoogle({ config: { google, publicUrl } }: CliContext): Finding[] {
  const subject = 'GOOGLE_CLIENT_ID';
  if (google === undefined) {
    const says = 'not set: Gmail and Google Calendar are not offered (docs/google-setup.md).';
    return [{ subject, state: 'unset', says }];
  }
  const isId =
    googleAddresses(google).api !== undefined ||
    google.clientId.endsWith('.apps.googleusercontent.com');
  const redirects = ['gmail', 'google_calendar'].map(
    (provider) => `${publicUrl}/api/integrations/${provider}/oauth/callback`,
  );
  return [
    {
      subject,
      state: isId ? 'good' : 'bad',
      says: isId
        ? 'has the form of a client id.'
        : 'does not end with .apps.googleusercontent.com. Copy the client id, not its name.',
    },
    {
      subject: 'Redirect addresses',
      state: 'good',
      says: `have to be allowed at Google, letter for letter: ${redirects.join(' and ')}`,
    },
    {
      subject: 'Scopes',
      state: 'good',
      says: 'openid, email, gmail.readonly and calendar.readonly have to stand on the consent screen.',
    },
  ];
}

/** Whether Google accepts the client now, and whether it refused the server's lately. */
async function checkClient({ db, config: { google } }: CliContext): Promise<Finding[]> {
  if (google === undefined) return [];
  const subject = 'GOOGLE_CLIENT_SECRET';
  const problems = (await listProblems(db)).map(({ message, since }): Finding => {
    const says = `${message} The server has met this since ${since.toISOString()}; syncs wait and go on by themselves.`;
    return { subject: 'Refused by a provider', state: 'bad', says };
  });
  const unknown: Finding = {
    subject,
    state: 'check',
    says: 'Google did not say whether it accepts the client.',
  };
  try {
    const checked = await checkGoogleClient(google, AbortSignal.timeout(timeoutMs));
    if (checked === 'unknown') return [unknown, ...problems];
    const { refusal } = checked;
    const finding: Finding = {
      subject,
      state: refusal === undefined ? 'good' : 'bad',
      says:
        refusal === undefined
          ? 'Google accepts the client id and secret.'
          : `Google refuses the client (${refusal}). Copy the id and the secret again (docs/google-setup.md).`,
    };
    return [finding, ...problems];
  } catch {
    return [unknown, ...problems];
  }
}

/** Compared with the clock of Google, or of its stand-in. */
async function checkClock({ config }: CliContext): Promise<Finding> {
  const subject = 'Clock';
  if (config.google === undefined) {
    return { subject, state: 'unset', says: 'not compared, since Google is not set up.' };
  }
  const address = new URL(googleAddresses(config.google).token).origin;
  try {
    const { headers } = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const off = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
    return off <= clockTolerance
      ? { subject, state: 'good', says: 'agrees with Google’s.' }
      : {
          subject,
          state: 'bad',
          says: `is ${Math.round(off / 1000)} s off Google’s. Switch time synchronisation on.`,
        };
  } catch {
    return {
      subject,
      state: 'bad',
      says: `${new URL(address).host} cannot be reached. Allow the server to make https requests.`,
    };
  }
}

async function checkMail({ config: { smtpUrl } }: CliContext): Promise<Finding> {
  const subject = 'SMTP_URL';
  if (smtpUrl === undefined) {
    return { subject, state: 'unset', says: 'not set: mails are written to DATA_DIR/mail.' };
  }
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
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
 * Lists the connected Google accounts whose address is not that of their person: a shared mailbox,
 * or one that was connected by somebody who should not have it (docs/decisions/oauth-state.md).
 */
async function checkMailboxes({ db }: CliContext): Promise<Finding> {
  const subject = 'Connected mailboxes';
  const found = await db
    .selectFrom('integrations')
    .innerJoin('users as owner', 'owner.id', 'integrations.owner_id')
    .select(['owner.email', 'integrations.provider', 'integrations.source'])
    .where('integrations.provider', 'in', ['gmail', 'google_calendar'])
    .where('integrations.credentials', 'is not', null)
    .where(sql<boolean>`lower(integrations.source) <> lower(owner.email)`)
    .orderBy('owner.email')
    .orderBy('integrations.provider')
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
