import type { PlannedShare, ShareResult } from '@repo/contract/shares';
import { limits } from '@repo/contract/page-limits';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';

/** Domains in one request; few, so that the progress is updated often. */
const DOMAINS_PER_REQUEST = 10;

export type NamedDomain = { domainId: string; name: string };

export type SharingOutcome = {
  results: ShareResult[];
  /** The failure that stopped the run before the remaining domains. */
  failure?: string;
};

type Sharing = {
  workspaceId: string;
  domains: NamedDomain[];
  /** How much of them colleagues see; the default of the workspace if absent. */
  level: ShareLevel | undefined;
  /** Results of domains that were shared in an earlier attempt. */
  earlier?: ShareResult[];
};

/**
 * The effect of sharing domains with a workspace; the first `limits.domainsPerSharePreview` of
 * them.
 *
 * @param workspaceId undefined while none is chosen
 */
export function useSharePlan(workspaceId: string | undefined, domainIds: readonly string[]) {
  return useQuery({
    queryKey: ['share-plan', workspaceId, domainIds],
    enabled: workspaceId !== undefined && domainIds.length > 0,
    queryFn: async ({ signal }): Promise<PlannedShare[]> => {
      const { domains } = await apiRequestOrThrow(
        'POST /api/workspaces/{workspaceId}/shares/preview',
        {
          params: { workspaceId: workspaceId ?? '' },
          body: { domainIds: domainIds.slice(0, limits.domainsPerSharePreview) },
          signal,
        },
      );
      return domains;
    },
    // A refetch would add accounts that colleagues create, and move the fields while the user types.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Shares domains a few at a time; `done` of them have a result so far. */
export function useShareAll(onShared: () => void) {
  const [done, setDone] = useState(0);
  const sharing = useMutation({
    mutationFn: async ({
      workspaceId,
      domains,
      level,
      earlier = [],
    }: Sharing): Promise<SharingOutcome> => {
      const results = [...earlier];
      let rest = domains;
      setDone(0);
      try {
        while (rest.length > 0) {
          const some = await shareSome({
            workspaceId,
            domains: rest.slice(0, DOMAINS_PER_REQUEST),
            level,
          });
          results.push(...some);
          setDone(results.length - earlier.length);
          const handled = new Set(some.map(({ domainId }) => domainId));
          const remaining = rest.filter(({ domainId }) => !handled.has(domainId));
          // Otherwise the same request would be repeated forever.
          if (remaining.length === rest.length) throw new Error('The server shared nothing.');
          rest = remaining;
        }
        return { results };
      } catch (error) {
        return { results, failure: failureMessage(error, 'Sharing failed. Try again.') };
      }
    },
    onSettled: onShared,
  });
  return { ...sharing, done };
}

async function shareSome({ workspaceId, domains, level }: Sharing): Promise<ShareResult[]> {
  const { results } = await apiRequestOrThrow('POST /api/workspaces/{workspaceId}/shares', {
    params: { workspaceId },
    body: { domains, ...(level && { level }) },
  });
  return results;
}
