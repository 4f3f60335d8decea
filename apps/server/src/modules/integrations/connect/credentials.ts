import type { Context } from '#platform/context.ts';
import type { Credentials } from '../provider/connect-methods.ts';
import { ProviderError } from '../provider-error.ts';
import type { Lease } from '../reading/lease.ts';

interface SealedColumns {
  credentials: Buffer | null;
  credentials_key_id: string | null;
}

/** The purpose that the credentials of an integration are sealed for; they cannot be opened for another. */
export const credentialsContext = (integrationId: string): string => `integration ${integrationId}`;

/** The credentials of an integration as stored in its columns, encrypted. */
export function sealCredentials(
  { secretBox }: Pick<Context, 'secretBox'>,
  integrationId: string,
  credentials: Credentials,
) {
  const { bytes, keyId } = secretBox.seal(credentials, credentialsContext(integrationId));
  return { credentials: bytes, credentials_key_id: keyId };
}

/** @throws ProviderError `reauthorize` when they are gone or cannot be decrypted. */
export function openCredentials(
  { secretBox }: Pick<Context, 'secretBox'>,
  integrationId: string,
  { credentials, credentials_key_id: keyId }: SealedColumns,
): Credentials {
  try {
    if (credentials === null || keyId === null) throw new Error('There are no credentials.');
    return secretBox.open(
      { bytes: credentials, keyId },
      credentialsContext(integrationId),
    ) as Credentials;
  } catch (cause) {
    throw new ProviderError(
      'reauthorize',
      'The stored access cannot be decrypted. Connect again.',
      { cause },
    );
  }
}

/**
 * Stores credentials that the provider renewed during a sync, unless the user disconnected meanwhile. It
 * happens beside the sync: when it fails, the next one refreshes the access once more.
 */
export function saveCredentials(context: Context, lease: Lease, credentials: Credentials): void {
  const { integrationId, leaseId } = lease;
  context.db
    .updateTable('integrations')
    .set(sealCredentials(context, integrationId, credentials))
    .where('owner_id', '=', lease.ownerId)
    .where('id', '=', integrationId)
    .where('lease_id', '=', leaseId)
    .execute()
    .catch((error: unknown) => {
      context.log.warn({ err: error, integrationId }, 'cannot keep refreshed credentials');
    });
}
