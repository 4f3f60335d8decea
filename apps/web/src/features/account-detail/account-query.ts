import type { WorkspaceAccount } from '@repo/contract/accounts';
import { normalizeDomain } from '@repo/domain/domains/domain-name';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { readInstant } from '../../lib/read-instant.ts';

/** An account, with everything that a server may leave out made plain. */
export type Account = {
  id: string;
  workspaceId: string | undefined;
  name: string;
  /** The displayed name, in Unicode. */
  domain: string | undefined;
  /** As addresses are compared with it. */
  normalizedDomain: string | undefined;
  faviconUrl: string | undefined;
  createdAt: Date | undefined;
  discoveredBy: string | undefined;
};

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', accountId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<Account> => {
      const data = await apiRequestOrThrow('GET /api/accounts/{accountId}', {
        params: { accountId },
        signal,
      });
      const received = data?.workspaceAccount as Partial<WorkspaceAccount> | null | undefined;
      if (!received) {
        throw new ApiError('Server Error', { message: 'Failed to fetch account', status: 404 });
      }
      return readAccount(accountId, received);
    },
  });

function readAccount(accountId: string, received: Partial<WorkspaceAccount>): Account {
  const { name, domain, faviconUrl, createdAt, discoveredByUser, workspaceId } = received;
  return {
    id: accountId,
    workspaceId,
    name: name || domain || 'Account',
    domain: domain || undefined,
    normalizedDomain: normalizeDomain(domain ?? ''),
    faviconUrl: faviconUrl || undefined,
    createdAt: readInstant(createdAt),
    discoveredBy: discoveredByUser?.name || undefined,
  };
}
