import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { idOf } from '#lib/api/read-fields.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { toast } from '#ui/feedback/toast.ts';

type Props = {
  accountId: string;
  /** The failure to read the account. */
  error: Error | null;
  /** For an account that was merged into no other one. */
  children: ReactNode;
};

/** Leads from the address of an account that was merged to the account that it was merged into. */
export function MergedAccount({ accountId, error, children }: Props) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const isGone = error instanceof ApiError && error.status === 404;
  const { data: intoId, isLoading } = useQuery({
    queryKey: ['account', accountId, 'merged into'],
    enabled: isGone && isFullServer(),
    retry: false,
    queryFn: async ({ signal }) => {
      const merged = await apiRequestOrThrow('GET /api/accounts/{accountId}/merged-into', {
        params: { accountId },
        signal,
      });
      return idOf(merged.accountId);
    },
  });
  useEffect(() => {
    if (intoId === undefined || intoId === '') return;
    toast.info('The account you opened was merged into this one');
    void navigate(workspacePath(workspace, `accounts/${encodeURIComponent(intoId)}`), {
      replace: true,
    });
  }, [intoId, navigate, workspace]);
  const isLeaving = intoId !== undefined && intoId !== '';
  return isLoading || isLeaving ? <LoadingState label="Looking for the account..." /> : children;
}
