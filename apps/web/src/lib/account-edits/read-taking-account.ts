import { ApiError } from '../api/api-error.ts';
import { fieldsOf, idOf, textOf } from '../api/read-fields.ts';
import { isFullServer } from '../server-level.ts';

/**
 * The account that a domain belongs to, of a request that was refused for that; undefined for other
 * failures, and where the server does not merge accounts.
 */
export function readTakingAccount(error: unknown): { id: string; name: string } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return undefined;
  if (!isFullServer()) return undefined;
  const fields = fieldsOf(error.details);
  const [id, name] = [idOf(fields['accountId']), textOf(fields['name'])];
  return id === '' || name === '' ? undefined : { id, name };
}
