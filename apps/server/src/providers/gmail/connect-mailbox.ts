import { gmail, type gmail_v1 } from '@googleapis/gmail';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { TokenBucket } from '#platform/throttle/token-bucket.ts';
import { googleStatus } from '../google-auth/google-failure.ts';
import { openGoogleSession } from '../google-auth/google-session.ts';
import {
  type GoogleSettings,
  googleAddresses,
  googleRequestTimeout,
  maxGoogleResponseBytes,
  maxMailResponseBytes,
} from '../google-auth/google-settings.ts';
import { isAbsent } from './read-history.ts';

/** Sends one request: waits for the quota and converts failures. */
export type Request = <T>(
  cost: number,
  send: (options: {
    signal: AbortSignal;
    timeout: number;
    maxContentLength: number;
  }) => Promise<{ data: T }>,
) => Promise<T>;

export interface GmailQuota {
  bucket: TokenBucket;
  costOfGet: number;
}

export interface Mailbox {
  api: gmail_v1.Resource$Users;
  request: Request;
}

/** Google's own client for a mailbox, and the function that sends each of its requests. */
export function connectMailbox(
  settings: GoogleSettings,
  session: ProviderSession,
  bucket: TokenBucket,
): Mailbox {
  const { signal } = session;
  const { auth, authorized } = openGoogleSession(settings, session);
  const { api: rootUrl } = googleAddresses(settings);
  const api = gmail({
    version: 'v1',
    auth,
    // The engine decides when to retry.
    retry: false,
    ...(rootUrl !== undefined && { rootUrl }),
  }).users;
  const request: Request = async (cost, send) => {
    await bucket.take(cost, signal);
    const options = {
      signal,
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
    };
    return (await authorized(() => send(options))).data;
  };
  return { api, request };
}

/** @returns undefined when the email no longer exists or is not an activity. */
export async function getMail(
  { api, request }: Mailbox,
  costOfGet: number,
  parameters: Omit<gmail_v1.Params$Resource$Users$Messages$Get, 'userId'>,
): Promise<gmail_v1.Schema$Message | undefined> {
  const maxContentLength =
    parameters.format === 'raw' ? maxMailResponseBytes : maxGoogleResponseBytes;
  try {
    const mail = await request(costOfGet, (options) =>
      api.messages.get({ userId: 'me', ...parameters }, { ...options, maxContentLength }),
    );
    return isAbsent(mail.labelIds ?? []) ? undefined : mail;
  } catch (error) {
    if (googleStatus(error) === 404) return undefined;
    throw error;
  }
}
