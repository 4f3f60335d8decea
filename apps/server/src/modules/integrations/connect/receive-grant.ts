import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { OAuthConnect, SourceProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { clearProblem, recordProblem } from '../provider-problems.ts';
import { callbackAddress } from './start-connection.ts';
import { takeConnection } from './oauth-states.ts';
import { storePendingGrant } from './pending-grants.ts';
import { requireActive } from './store-grant.ts';

/** What a provider sends a person back with. */
export interface ConnectionReturn {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

/**
 * Takes what a provider sends a person back with: turns the code into a grant, which is stored as
 * pending. Whose browser this is, the server cannot know; `confirmConnection` finds out and
 * completes the connection.
 *
 * @returns the one-time value that confirms the grant.
 * @throws AppError whose message is for the person. It says why; that nothing was connected, and
 *   what, is said where it is shown.
 */
export async function receiveGrant(
  context: Context,
  provider: SourceProvider & { connect: OAuthConnect },
  { code, state, error }: ConnectionReturn,
): Promise<string> {
  const { name } = provider;
  const begun = await takeConnection(context.db, { provider: provider.id, state: state ?? '' });
  if (error === 'access_denied') throw new AppError('CONFLICT', 'Access was denied.');
  if (begun === undefined) {
    throw new AppError(
      'CONFLICT',
      `This answer of ${name} was used before or belongs to no connection. Connect again.`,
    );
  }
  if (begun.isExpired) {
    throw new AppError('CONFLICT', `Connecting ${name} took too long. Connect again.`);
  }
  if (error !== undefined || code === undefined || code === '') {
    throw new AppError('CONFLICT', `${name} did not grant access (${error ?? 'no code'}).`);
  }
  const { codeVerifier, userId } = begun;
  await requireActive(context.db, userId);
  const redirectUri = callbackAddress(context.config, provider.id);
  try {
    const request = { state: state ?? '', codeVerifier, redirectUri };
    const grant = await provider.connect.exchange(code, request);
    await clearProblem(context, provider);
    return await storePendingGrant(context, provider.id, userId, grant);
  } catch (cause) {
    await recordProblem(context, provider, cause);
    throw cause instanceof ProviderError ? explain(cause, name) : cause;
  }
}

function explain(cause: ProviderError, name: string): AppError {
  // A refused code reads like a lost grant to the engine; here there is none yet.
  const message =
    cause.kind === 'reauthorize'
      ? `${name} did not accept its own answer. Connect again.`
      : cause.message;
  return new AppError('NETWORK_ERROR', message, { cause });
}
