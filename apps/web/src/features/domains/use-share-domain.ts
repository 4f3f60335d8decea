import type { TrackedDomain } from '@repo/contract/domains';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import type { ApiError } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { continues } from '#lib/api/continues.ts';
import { readLevel } from '#lib/sharing/level-texts.ts';
import { isFullServer } from '#lib/server-level.ts';
import { logFailure } from '#lib/log-failure.ts';
import { toast } from '#ui/feedback/toast.ts';
import { domainsQuery } from './domains-query.ts';

/** The workspace that a domain is shared with; undefined for none. */
export type ShareTarget = string | undefined;

/** The workspace needs an account for the domain first, with the level that its share will have. */
type AccountRequired = { workspaceId: string; level: ShareLevel | undefined };

/**
 * Moves a domain's share to another workspace or revokes it. The moves of one domain run one after the other,
 * each from the result of the previous one. A move ends when the list has been refetched, whether it
 * succeeded or failed, so that the list shows the server's state.
 *
 * @param newLevel the level of a new share. Undefined for its workspace's default; a share that moves keeps
 *   its level.
 */
export function useShareDomain(
  { id }: TrackedDomain,
  newLevel: ShareLevel | undefined,
  onAccountRequired: (required: AccountRequired) => void,
) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `share of ${id}` },
    mutationFn: (target: ShareTarget): Promise<AccountRequired | undefined> => {
      const domain = client.getQueryData(domainsQuery.queryKey)?.find((known) => known.id === id);
      return domain === undefined
        ? Promise.resolve(undefined)
        : moveShare(domain, target, newLevel);
    },
    onSuccess: (required) => {
      if (required !== undefined) onAccountRequired(required);
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
  newLevel: ShareLevel | undefined,
): Promise<AccountRequired | undefined> {
  const current = workspaceShares[0]?.workspaceId;
  const level = newLevel ?? readLevel(workspaceShares[0]?.level);
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
    body: { domainId, workspaceId: target, domain, ...(isFullServer() && level && { level }) },
  });
  if (error?.code === 'WORKSPACE_ACCOUNT_REQUIRED') return { workspaceId: target, level };
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
