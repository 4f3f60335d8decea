import { useQuery } from '@tanstack/react-query';
import { wholeTotalQuery } from './accounts-query.ts';

/** How many accounts the workspace has in all; undefined until it is known, or while not enabled. */
export function useWholeTotal(workspaceId: string, enabled: boolean): number | undefined {
  const { data } = useQuery({ ...wholeTotalQuery(workspaceId), enabled });
  return enabled ? (data ?? undefined) : undefined;
}
