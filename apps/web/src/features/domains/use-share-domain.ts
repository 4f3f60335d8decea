import type { TrackedDomain } from '@repo/contract/domains';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshActivities } from '../../lib/activities/refresh-activities.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { apiRequest } from '../../lib/api/api-request.ts';
import { continues } from '../../lib/api/continues.ts';
import { logFailure } from '../../lib/log-failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { domainsQuery } from './domains-query.ts';

/** The workspace that a domain is shared with; undefined for none. */
export type ShareTarget = string | undefined;

type MoveOutcome = 'account-required' | undefined;

/**
 * Moves a domain's share to another workspace or revokes it. The moves of one domain run one after
 * the other, each from the result of the previous one. A move ends when the list has been
 * refetched, whether it succeeded or failed, so that the list shows what the server stores.
 */
export function useShareDomain(
  { id }: TrackedDomain,
  onAccountRequired: (workspaceId: string) => void,
) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `share of ${id}` },
    mutationFn: (target: ShareTarget): Promise<MoveOutcome> => {
      const domain = client.getQueryData(domainsQuery.queryKey)?.find((known) => known.id === id);
      return domain === undefined ? Promise.resolve(undefined) : moveShare(domain, target);
    },
    onSuccess: (outcome, target) => {
      if (outcome === 'account-required' && target !== undefined) onAccountRequired(target);
    },
    onSettled: () => {
      // The accounts of both workspaces change.
      refreshActivities(client);
      return client.invalidateQueries({ queryKey: domainsQuery.queryKey });
    },
  });
}

async function moveShare(
  { id: domainId, domain, workspaceShares }: TrackedDomain,
  target: ShareTarget,
): Promise<MoveOutcome> {
  const current = workspaceShares[0]?.workspaceId;
  if (current === target) return undefined;
  if (current !== undefined) {
    const { error } = await apiRequest('DELETE /api/accounts/domains/unshare', {
      body: { domainId, workspaceId: current },
    });
    if (error !== undefined) {
      logFailure(`${domain} was not unshared from ${current}.`, error);
      sayWhatContinues(error);
    }
  }
  if (target === undefined) return undefined;
  const { error } = await apiRequest('POST /api/accounts/domains/share', {
    body: { domainId, workspaceId: target, domain },
  });
  if (error?.code === 'WORKSPACE_ACCOUNT_REQUIRED') return 'account-required';
  if (error !== undefined) {
    logFailure(`${domain} was not shared with ${target}.`, error);
    sayWhatContinues(error);
  }
  return undefined;
}

/** Other failures are only logged, as the specification requires. */
function sayWhatContinues(error: ApiError): void {
  if (continues(error)) toast.info(error.message);
}
