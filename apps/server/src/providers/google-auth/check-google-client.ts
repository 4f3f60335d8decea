import { z } from 'zod';
import { clientRefusal } from './google-failure.ts';
import { type GoogleSettings, googleAddresses } from './google-settings.ts';

const failure = z.object({ error: z.string() });

/**
 * Asks Google whether it accepts the client id and secret: the token endpoint checks them before it
 * looks at the refresh token, here one that nobody has.
 *
 * @returns the reason of a refusal; `undefined` when they are accepted; 'unknown' when the response
 *   tells neither.
 * @throws when Google cannot be reached.
 */
export async function checkGoogleClient(
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
