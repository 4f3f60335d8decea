import type { User } from '@repo/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LazyHandOverDialog } from '#lib/leaving/lazy-hand-over-dialog.ts';
import { LeavingState } from '#lib/leaving/leaving-state.tsx';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';

type Props = { user: User; onReload: () => Promise<void> };

const PATH = '/api/admin/users/{id}/hand-over';

/** Hands the user over in all workspaces, and brings them back for 30 days. */
export function LeavingCard({ user, onReload }: Props) {
  const { id } = user;
  const name = user.name || user.email;
  const { user: self } = useAuth();
  const [open, setOpen] = useState(false);
  const leaving = useQuery({
    queryKey: adminKeys.leaving(id),
    queryFn: ({ signal }) => apiRequestOrThrow(`GET ${PATH}`, { params: { id }, signal }),
  });
  const reload = async () => {
    await Promise.all([leaving.refetch(), onReload()]);
  };
  const handOver = leaving.data?.handOver ?? null;
  return (
    <Card
      title="Leaving"
      description="Hands over the user in all workspaces: they can no longer sign in, and you choose what happens to what they shared."
      footer={
        handOver === null ? (
          <Button
            disabled={leaving.data === undefined}
            disabledReason={self?.id === id ? 'You cannot hand over your own account' : undefined}
            onClick={() => setOpen(true)}
          >
            Hand Over...
          </Button>
        ) : undefined
      }
    >
      {leaving.data === undefined ? (
        leaving.isError ? (
          <FailureBanner retrying={leaving.isFetching} onRetry={() => void leaving.refetch()}>
            Failed to load whether the user is leaving
          </FailureBanner>
        ) : (
          <Skeleton className="my-1 w-56" />
        )
      ) : handOver === null ? (
        <p className="text-body text-muted">The user is not leaving.</p>
      ) : (
        <LeavingState
          handOver={handOver}
          bringBack={() => apiRequestOrThrow(`DELETE ${PATH}`, { params: { id } })}
          onDone={() => void reload()}
        />
      )}
      <LazyHandOverDialog
        name={name}
        from="all workspaces"
        ends="They are deactivated. Sessions, API keys and the credentials of their connections are deleted at once."
        planKey={[...adminKeys.leaving(id), 'plan']}
        fetchPlan={async (signal) =>
          (await apiRequestOrThrow(`GET ${PATH}`, { params: { id }, signal })).plan
        }
        handOver={(body) => apiRequestOrThrow(`POST ${PATH}`, { params: { id }, body })}
        open={open}
        onOpenChange={setOpen}
        onDone={(goesOn) => {
          if (goesOn === undefined) toast.success(`${name} is handed over`);
          else toast.info(goesOn);
          void reload();
        }}
      />
    </Card>
  );
}
