import { z } from 'zod';
import { readLimited } from '#platform/net/read-limited.ts';
import { SignInFailure } from './microsoft-failure.ts';
import {
  MAX_TOKEN_LENGTH,
  type MicrosoftSettings,
  oauthAddress,
  REQUEST_TIMEOUT_MS,
} from './microsoft-settings.ts';

/** The tokens of a grant, as they are stored. */
export interface MicrosoftTokens {
  access_token: string;
  /** Replaced with each refresh; the one before stays valid for a while. */
  refresh_token: string;
  /** When the access token expires; epoch milliseconds by this server's clock. */
  expires_at: number;
  /** Granted scopes, separated by spaces. */
  scope: string;
}

const MAX_TOKENS_BYTES = 256 * 1024;

const token = z.string().min(1).max(MAX_TOKEN_LENGTH);
const tokens = z.object({
  access_token: token,
  refresh_token: token.optional(),
  /** Seconds; a string from some endpoints. */
  expires_in: z.coerce.number().min(0).max(31_536_000).catch(3_600),
  scope: z.string().max(4_000).catch(''),
});

/**
 * Requests tokens for a code or a refresh token.
 *
 * @param form the grant; the client's own id and secret are added.
 * @throws SignInFailure when Microsoft refuses.
 */
export async function requestTokens(
  settings: MicrosoftSettings,
  form: Record<string, string>,
  signal?: AbortSignal,
): Promise<z.infer<typeof tokens> & { expires_at: number }> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(oauthAddress(settings, 'token'), {
    method: 'POST',
    body: new URLSearchParams({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      ...form,
    }),
    // The target of a redirect would not be the trusted server.
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  const body = parse((await readLimited(response, MAX_TOKENS_BYTES)).toString());
  if (!response.ok) throw new SignInFailure(response.status, body);
  const parsed = tokens.safeParse(body);
  if (!parsed.success) throw new SignInFailure(502, { error: 'unreadable answer' });
  return { ...parsed.data, expires_at: Date.now() + parsed.data.expires_in * 1_000 };
}

/** An answer that is no JSON comes from a gateway; its status is sufficient. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
