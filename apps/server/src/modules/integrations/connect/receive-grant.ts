import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SourceProvider } from '../provider.ts';
import type { OAuthConnect } from '../provider/connect-methods.ts';
import { ProviderError } from '../provider-error.ts';
import { clearProblem, recordProblem } from '../provider-problems.ts';
import { callbackAddress } from '../callback-address.ts';
import { endApproval, requestApproval } from './approvals.ts';
import { takeConnection } from './oauth-states.ts';
import { storePendingGrant } from './pending-grants.ts';
import { requireActive } from './require-active.ts';

/** The query parameters of a provider's redirect. */
export interface ConnectionReturn {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

/**
 * Handles a provider's redirect: exchanges the code for a grant and stores it as pending. The server cannot
 * know whose browser this is; `confirmConnection` finds out and completes the connection.
 *
 * @returns the one-time value that confirms the grant.
 * @throws AppError with the reason as a message for the user. The page that shows it adds which
 *   connection failed.
 */
export async function receiveGrant(
  context: Context,
  provider: SourceProvider & { connect: OAuthConnect },
  { code, state, error, error_description: description = '' }: ConnectionReturn,
): Promise<string> {
  const { name } = provider;
  const begun = await takeConnection(context.db, { provider: provider.id, state: state ?? '' });
  const { approval } = provider.connect;
  if (begun?.isExpired === false && approval && error !== undefined) {
    if (approval.isNeeded({ error, description })) {
      await requestApproval(context.db, begun.userId, provider.id);
      throw new AppError(
        'CONFLICT',
        `An administrator of your organization has to approve access to ${name} first. Send them the link on this page.`,
      );
    }
  }
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
  const { codeVerifier, userId, capturesText } = begun;
  await requireActive(context.db, userId);
  const redirectUri = callbackAddress(context.config, provider.id);
  try {
    const request = {
      state: state ?? '',
      codeVerifier,
      redirectUri,
      withoutText: capturesText === false,
    };
    const grant = await provider.connect.exchange(code, request);
    await clearProblem(context, provider);
    await endApproval(context.db, userId, provider.id);
    return await storePendingGrant(context, provider.id, userId, { ...grant, capturesText });
  } catch (cause) {
    await recordProblem(context, provider, cause);
    throw cause instanceof ProviderError ? explain(cause, name) : cause;
  }
}

function explain(cause: ProviderError, name: string): AppError {
  // The engine would take a refused code for a revoked grant, but there is no grant yet.
  const message =
    cause.kind === 'reauthorize'
      ? `${name} did not accept its own answer. Connect again.`
      : cause.message;
  return new AppError('NETWORK_ERROR', message, { cause });
}
