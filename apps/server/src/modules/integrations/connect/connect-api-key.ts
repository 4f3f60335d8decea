import { providerId } from '@repo/contract/providers';
import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { AppError, validationFailed } from '#platform/http/app-error.ts';
import { countRequest } from '../budget/request-budget.ts';
import type { SourceProvider } from '../provider.ts';
import type { ApiKeyConnect } from '../provider/connect-methods.ts';
import { ProviderError } from '../provider-error.ts';
import { providerFailure } from './provider-failure.ts';
import { storeGrant } from './store-grant.ts';

/** The input that completes a connection without a redirect. */
export interface Completion {
  code: string;
  state: string;
}

/**
 * How long the provider may take to name the user of the key; milliseconds. The browser waits ten seconds.
 */
const exchangeTimeout = 5_000;
const maxKeyLength = 500;

/** The web application's substitute for an OAuth state: Base64 of JSON. */
const keyState = z.object({ userId: z.string(), provider: providerId });

/**
 * Connects a provider with the key that the person typed.
 *
 * @returns the id of the integration.
 * @throws AppError `VALIDATION_FAILED` for a key that the provider does not know; `NETWORK_ERROR`
 *   or `RATE_LIMITED` when it fails.
 */
export async function connectApiKey(
  context: Context,
  provider: SourceProvider & { connect: ApiKeyConnect },
  userId: string,
  { code, state }: Completion,
): Promise<string> {
  const given = readState(state);
  if (given?.userId !== userId || given.provider !== provider.id) {
    const message = `This key was meant for another person or provider. Connect ${provider.name} again.`;
    throw validationFailed([{ field: 'state', message }]);
  }
  const apiKey = code.trim();
  // It travels in a header.
  if (apiKey === '' || apiKey.length > maxKeyLength || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refusedKey(provider.name);
  }
  try {
    const grant = await provider.connect.exchange(apiKey, AbortSignal.timeout(exchangeTimeout));
    const id = await context.db
      .transaction()
      .execute((tx) => storeGrant(context, tx, provider, userId, grant));
    if (provider.requestsPerDay !== undefined) {
      await countRequest(context.db, { ownerId: userId, integrationId: id });
    }
    return id;
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    if (cause.kind === 'reauthorize') throw refusedKey(provider.name, cause);
    throw providerFailure(cause);
  }
}

function readState(state: string): z.infer<typeof keyState> | undefined {
  try {
    return keyState.parse(JSON.parse(Buffer.from(state, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

const refusedKey = (name: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', `${name} does not know this API key.`, {
    cause,
    details: [{ field: 'code', message: `${name} does not know this API key.` }],
  });
