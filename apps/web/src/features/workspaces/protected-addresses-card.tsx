import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Workspace } from '@repo/contract/workspaces';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readList } from '#lib/api/read-list.ts';
import { isFullServer } from '#lib/server-level.ts';
import {
  isShownProtection,
  type ProtectedChoice,
  ProtectedList,
  ProtectForm,
} from '#lib/sharing/protected-list.tsx';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Card } from '#ui/layout/card.tsx';

type Received = EndpointResponse<'GET /api/workspaces/{workspaceId}/protected-addresses'>;

const keyOf = (workspaceId: string) => ['workspace-protected-addresses', workspaceId];

/** How often the card looks whether the conversations of all members follow; milliseconds. */
const PENDING_POLL_MS = 10_000;

const read = ({ addresses, isPending }: Received) => ({
  addresses: readList(addresses, 'protected addresses', isShownProtection, { address: 'text' }),
  isPending: isPending === true,
});

/** The addresses and domains that the workspace protects for all of its members; its owners can change them. */
export function ProtectedAddressesCard({ workspace }: { workspace: Workspace }) {
  const isOffered = isFullServer();
  const params = { workspaceId: workspace.id };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(workspace.id),
    enabled: isOffered,
    queryFn: async ({ signal }) =>
      read(
        await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/protected-addresses', {
          params,
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.isPending === true ? PENDING_POLL_MS : false),
  });
  const change = useChange(workspace.id);
  if (!isOffered) return null;
  const isOwner = workspace.role === 'owner';
  return (
    <Card
      title="Protected Addresses"
      description="When one of these takes part in a conversation, no member shares more of it with this workspace than is chosen here. Bcc does not count. Members can protect more addresses in Import Preferences."
    >
      <div className="flex flex-col gap-3">
        {isOwner ? <ProtectForm protect={change.protect} /> : null}
        {data === undefined && error !== null ? (
          <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
            Failed to load the protected addresses
          </FailureBanner>
        ) : null}
        <ProtectedList addresses={data?.addresses ?? []} {...(isOwner && { change })} />
        {data?.isPending === true ? (
          <output className="text-grid text-muted">
            Conversations of some members are still being compared. Until then they show as before.
          </output>
        ) : null}
        {isOwner ? null : (
          <p className="text-grid text-muted">
            {data?.addresses.length === 0 ? 'None yet. ' : ''}Owners of the workspace can change
            them.
          </p>
        )}
      </div>
    </Card>
  );
}

function useChange(workspaceId: string) {
  const client = useQueryClient();
  const store = async (request: Promise<Received>) => {
    try {
      client.setQueryData(keyOf(workspaceId), read(await request));
    } catch (failure) {
      void client.invalidateQueries({ queryKey: keyOf(workspaceId) });
      throw failure;
    } finally {
      refreshActivities(client);
    }
  };
  return {
    protect: (body: ProtectedChoice) =>
      store(
        apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/protected-addresses', {
          params: { workspaceId },
          body,
        }),
      ),
    end: (address: string) =>
      store(
        apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', {
          params: { workspaceId, address },
        }),
      ),
  };
}
