import type { EndpointResponse } from '@repo/contract/endpoints';
import { ApiError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';

export type ImportResult = EndpointResponse<'POST /api/accounts/import'>['results'][number];

const FALLBACK = 'Failed to import accounts';

/** Tracks the picked domains, all or none. */
export async function importDiscovered(domains: string[]): Promise<ImportResult[]> {
  const data = await apiRequestOrThrow('POST /api/accounts/import', {
    body: { domains, source: 'discovered' },
  });
  if (!Array.isArray(data?.results)) throw new ApiError('Server Error', { message: '' });
  return readList(data.results, 'import results', ({ domain }) => Boolean(domain?.domain));
}

/** The error, and the sent domains that caused it if the server named them. */
export function importProblem(error: Error, sent: readonly string[]) {
  const message =
    error instanceof ApiError && error.name !== 'Server Error'
      ? FALLBACK
      : failureMessage(error, FALLBACK);
  const details = error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
  return { message, domains: details.flatMap((detail) => offending(detail, sent)) };
}

/** `{field: 'domains.3'}` is about the fourth sent domain. */
function offending(detail: unknown, sent: readonly string[]): string[] {
  const { field } = (detail ?? {}) as { field?: unknown };
  const index = typeof field === 'string' ? /^domains\.(\d+)/.exec(field)?.[1] : undefined;
  const domain = index === undefined ? undefined : sent[Number(index)];
  return domain === undefined ? [] : [domain];
}
