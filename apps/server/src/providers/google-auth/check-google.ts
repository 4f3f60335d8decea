import type { Finding, ProviderCheck } from '#modules/integrations/provider/provider-check.ts';
import { googleAddresses, type GoogleSettings } from './google-settings.ts';
import { z } from 'zod';
import { clientRefusal } from './google-failure.ts';

/** Google refuses tokens if the clock is off by more than this; milliseconds. */
const clockTolerance = 60_000;

/** Checks the format of the client id, the secret with Google, and the clock against Google's. */
export const checkGoogle: ProviderCheck = async ({ google }, { redirectAddresses, timeoutMs }) => {
  if (google === undefined) {
    return [
      {
        subject: 'GOOGLE_CLIENT_ID',
        state: 'unset',
        says: 'not set: Gmail and Google Calendar are not offered (docs/google-setup.md).',
      },
      { subject: 'Clock', state: 'unset', says: 'not compared, since Google is not set up.' },
    ];
  }
  return [
    ...checkClientId(google, redirectAddresses('google')),
    await checkSecret(google, timeoutMs),
    await checkClock(google, timeoutMs),
  ];
};

function checkClientId(google: GoogleSettings, redirects: readonly string[]): Finding[] {
  const isId =
    googleAddresses(google).api !== undefined ||
    google.clientId.endsWith('.apps.googleusercontent.com');
  return [
    {
      subject: 'GOOGLE_CLIENT_ID',
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
      says: 'openid, email, gmail.readonly and calendar.readonly have to stand on the consent screen; gmail.metadata for mailboxes without text.',
    },
  ];
}

async function checkSecret(google: GoogleSettings, timeoutMs: number): Promise<Finding> {
  const subject = 'GOOGLE_CLIENT_SECRET';
  const checked = await checkGoogleClient(google, AbortSignal.timeout(timeoutMs)).catch(
    () => 'unknown' as const,
  );
  if (checked === 'unknown') {
    const says = 'Google did not say whether it accepts the client.';
    return { subject, state: 'check', says };
  }
  const { refusal } = checked;
  return {
    subject,
    state: refusal === undefined ? 'good' : 'bad',
    says:
      refusal === undefined
        ? 'Google accepts the client id and secret.'
        : `Google refuses the client (${refusal}). Copy the id and the secret again (docs/google-setup.md).`,
  };
}

/** Compares the clock with that of Google, or of its stand-in. */
async function checkClock(google: GoogleSettings, timeoutMs: number): Promise<Finding> {
  const subject = 'Clock';
  const address = new URL(googleAddresses(google).token).origin;
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

const failure = z.object({ error: z.string() });

/**
 * Asks Google whether it accepts the client id and secret: the token endpoint checks them before it
 * looks at the refresh token, for which an invalid one is sent.
 *
 * @returns the reason of a refusal; `undefined` when they are accepted; 'unknown' when the response
 *   indicates neither.
 * @throws when Google cannot be reached.
 */
async function checkGoogleClient(
  settings: GoogleSettings,
  signal: AbortSignal,
): Promise<{ refusal?: string } | 'unknown'> {
  const response = await fetch(googleAddresses(settings).token, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: 'none',
    }),
    signal,
  });
  const data: unknown = await response.json().catch(() => undefined);
  const refusal = clientRefusal(data);
  if (refusal !== undefined) return { refusal };
  return failure.safeParse(data).data?.error === 'invalid_grant' ? {} : 'unknown';
}
