import { normalizeDomain } from '@repo/domain/domains/domain-name';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { retryWhileUnavailable } from '#lib/api/retry-while-unavailable.ts';
import { fieldsOf, idOf, textOf } from '#lib/api/read-fields.ts';
import { readTags, type Tag } from '#lib/tags/read-tags.ts';
import { readInstant } from '#lib/time/read-instant.ts';

/** An account, with everything that a server may leave out made plain. */
export type Account = {
  id: string;
  workspaceId: string | undefined;
  name: string;
  /** The displayed name, in Unicode. */
  domain: string | undefined;
  /** The domain in the form that addresses are compared with. */
  normalizedDomain: string | undefined;
  faviconUrl: string | undefined;
  createdAt: Date | undefined;
  discoveredBy: string | undefined;
  owner: { id: string; name: string; email: string } | undefined;
  note: string;
  tags: readonly Tag[];
  /** All of them, the primary one first. */
  domains: string[];
  /** The beginning of its legal hold. */
  heldSince: Date | undefined;
};

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', accountId],
    staleTime: 30_000,
    refetchInterval: retryWhileUnavailable,
    queryFn: async ({ signal }): Promise<Account> => {
      const data = await apiRequestOrThrow('GET /api/accounts/{accountId}', {
        params: { accountId },
        signal,
      });
      const received: unknown = data?.workspaceAccount;
      if (typeof received !== 'object' || received === null) {
        throw new ApiError('Server Error', { message: 'Failed to fetch account', status: 404 });
      }
      return readAccount(accountId, received);
    },
  });

function readAccount(accountId: string, received: object): Account {
  const fields = fieldsOf(received);
  const text = (name: string) => textOf(fields[name]);
  const domain = text('domain');
  return {
    id: accountId,
    workspaceId: idOf(fields['workspaceId']) || undefined,
    name: text('name') || domain || 'Account',
    domain: domain || undefined,
    normalizedDomain: normalizeDomain(domain),
    faviconUrl: text('faviconUrl') || undefined,
    createdAt: readInstant(fields['createdAt']),
    discoveredBy: textOf(fieldsOf(fields['discoveredByUser'])['name']) || undefined,
    owner: readOwner(fieldsOf(fields['owner'])),
    note: text('note'),
    tags: readTags(fields['tags']),
    heldSince: readInstant(fields['heldSince']),
    domains: readDomains(fields['domains']) ?? (domain === '' ? [] : [domain]),
  };
}

function readDomains(received: unknown): string[] | undefined {
  return Array.isArray(received) ? received.map(textOf).filter((one) => one !== '') : undefined;
}

function readOwner(fields: ReturnType<typeof fieldsOf>): Account['owner'] {
  const id = idOf(fields['id']);
  return id === ''
    ? undefined
    : { id, name: textOf(fields['name']), email: textOf(fields['email']) };
}
