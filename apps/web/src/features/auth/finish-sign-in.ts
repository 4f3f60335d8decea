import type { EndpointInput } from '@repo/contract/endpoints';
import type { ApiError } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { readUser } from '#lib/session/read-user.ts';
import { startSession } from '#lib/session/session-store.ts';
import { ownTimeZone } from '#lib/time/own-time-zone.ts';

type Answer = Omit<EndpointInput<'POST /api/auth/login/second-factor'>['body'], 'timeZone'>;

export const FAILURE = 'The sign-in could not be finished';

/** Starts the session by a second factor. Returns the server's refusal, or the sentence for what is no session. */
export async function finishSignIn(answer: Answer): Promise<ApiError | string | undefined> {
  const { data, error } = await apiRequest('POST /api/auth/login/second-factor', {
    body: { ...answer, timeZone: ownTimeZone() },
  });
  if (error !== undefined) return error;
  const user = readUser(data.user);
  if (user === undefined) return FAILURE;
  startSession(data.token, user);
  return undefined;
}
