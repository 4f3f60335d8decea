import type { EndpointResponse, EndpointInput } from '@repo/contract/endpoints';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';

export type ImportResult = EndpointResponse<'POST /api/accounts/import'>['results'][number];

/** The workspace in which an account is created as well, the name of that account, and what colleagues see. */
export type ImportTarget = { workspaceId: string; name: string; level?: ShareLevel };

/** The result of an import, or the message to show if it failed. */
export type ImportAttempt =
  { result: ImportResult; failure?: undefined } | { result?: undefined; failure: string };

/**
 * Tracks one domain that a user typed. A failure is worded as the server worded it, else with
 * `fallback`; a response without a result counts as one.
 */
export function useImportDomain(fallback: string) {
  const importing = useMutation({
    mutationFn: (body: EndpointInput<'POST /api/accounts/import'>['body']) =>
      apiRequestOrThrow('POST /api/accounts/import', { body }),
  });
  return async (domain: string, target?: ImportTarget): Promise<ImportAttempt> => {
    try {
      const body = { domains: [domain], source: 'manual' as const, ...target };
      const { results } = (await importing.mutateAsync(body)) ?? {};
      const [result] = readList(results, 'import results', ({ domain: one }) =>
        Boolean(one?.domain),
      );
      return result === undefined ? { failure: fallback } : { result };
    } catch (error) {
      return { failure: wordsFor(error, fallback) };
    }
  };
}

function wordsFor(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred';
  return error.name === 'Server Error' && error.message !== '' ? error.message : fallback;
}

/** Such a failure concerns the domain and is shown under its field; others above the form. */
export function isAboutDomain(message: string): boolean {
  return ['already exists', 'Invalid domain', 'Cannot import'].some((part) =>
    message.includes(part),
  );
}
