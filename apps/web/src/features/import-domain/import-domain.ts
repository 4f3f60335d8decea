import type { CallAnswer } from '@repo/contract/calls';
import { ApiError } from '../../lib/api/api-error.ts';
import { callOrThrow } from '../../lib/api/call.ts';

export type ImportResult = CallAnswer<'POST /api/accounts/import'>['results'][number];

/** Where a workspace account is made along with the tracking, and under which name. */
export type ImportTarget = { workspaceId: string; name: string };

/** Tracks one domain that a person typed. Answers without a result count as failed. */
export async function importDomain(domain: string, target?: ImportTarget): Promise<ImportResult> {
  const { results } = await callOrThrow('POST /api/accounts/import', {
    body: { domains: [domain], source: 'manual', ...target },
  });
  const [result] = results;
  if (result === undefined) throw new ApiError('Server Error', { message: '' });
  return result;
}

/** What to say of a failed import: the server's own words, else `fallback`. */
export function importFailure(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred';
  return error.name === 'Server Error' && error.message !== '' ? error.message : fallback;
}

/** Such a failure is about the domain and stands under its field; any other above the form. */
export function isAboutDomain(message: string): boolean {
  return ['already exists', 'Invalid domain', 'Cannot import'].some((part) =>
    message.includes(part),
  );
}
