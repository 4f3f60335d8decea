import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { LeavingState } from '#lib/leaving/leaving-state.tsx';
import { leavingKey, membersKey } from './members-key.ts';

type Props = { workspace: { id: string; name: string } };

/** Members who are leaving and can be brought back. Nothing is rendered without them, or where the list fails. */
export function LeavingSection({ workspace: { id: workspaceId } }: Props) {
  const titleId = useId();
  const client = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: leavingKey(workspaceId),
    queryFn: async ({ signal }) => {
      const { items } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/hand-overs', {
        params: { workspaceId },
        signal,
      });
      return readList(items, 'leaving members', ({ begunAt }) => begunAt !== '', {
        begunAt: 'text',
        endsAt: 'text',
        begunBy: 'text',
      });
    },
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="text-body font-semibold">
        Leaving
      </h2>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {data.map((handOver) => (
          <li key={handOver.user.id} className="px-4 py-2.5">
            <LeavingState
              handOver={handOver}
              // From all workspaces, an administrator brings them back.
              bringBack={
                handOver.workspaceId === null
                  ? undefined
                  : () =>
                      apiRequestOrThrow(
                        'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over',
                        { params: { workspaceId, userId: handOver.user.id } },
                      )
              }
              onDone={() => {
                void client.invalidateQueries({ queryKey: leavingKey(workspaceId) });
                void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
