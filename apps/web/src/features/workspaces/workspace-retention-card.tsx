import type { WorkspaceRetentionState } from '@repo/contract/workspace-retention';
import type { Workspace } from '@repo/contract/workspaces';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { RetentionContent } from '#lib/retention/retention-content.tsx';
import { monthsQuery, type RetentionOf } from '#lib/retention/retention-dialog.tsx';
import { RetentionForm } from '#lib/retention/retention-form.tsx';
import { describeWorkspacePreview, labelOf, stateOf } from '#lib/retention/retention-texts.ts';
import { isFullServer } from '#lib/server-level.ts';
import { Card } from '#ui/layout/card.tsx';

const UNLIMITED = 'As long as they are shared';

/** For how long the workspace keeps what its members share; its owners can change it. */
export function WorkspaceRetentionCard({ workspace }: { workspace: Workspace }) {
  return isFullServer() ? <ShownCard workspace={workspace} /> : null;
}

function ShownCard({ workspace }: { workspace: Workspace }) {
  const client = useQueryClient();
  const of = retentionOf(workspace.id);
  const query = useQuery({
    queryKey: of.key,
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/workspaces/{workspaceId}/retention', {
        params: { workspaceId: workspace.id },
        signal,
      }),
  });
  return (
    <Card
      title="Older Activities"
      description={`How long ${workspace.name} keeps what its members share. Older activities are deleted from it every night. Members keep their own copies. A shorter time that a member chose for themselves still applies.`}
    >
      <RetentionContent query={query}>
        {(stored) =>
          workspace.role === 'owner' ? (
            <RetentionForm
              stored={stored}
              of={of}
              keepsAll={UNLIMITED}
              onSaved={(saved) => client.setQueryData(of.key, saved)}
            />
          ) : (
            <Chosen stored={stored} />
          )
        }
      </RetentionContent>
    </Card>
  );
}

function Chosen({ stored }: { stored: WorkspaceRetentionState }) {
  const { months, textMonths } = stored;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-grid">
      <dt className="text-muted">Activities</dt>
      <dd>{months === null ? UNLIMITED : labelOf(months)}</dd>
      <dt className="text-muted">Their texts</dt>
      <dd>{textMonths === null ? 'As long as the activity' : labelOf(textMonths)}</dd>
      <dt className="sr-only">Note</dt>
      <dd className="col-span-2 text-muted">{stateOf(stored)}</dd>
      <dd className="col-span-2 text-muted">Owners of the workspace can change it.</dd>
    </dl>
  );
}

const retentionOf = (workspaceId: string): RetentionOf<WorkspaceRetentionState> => ({
  key: ['workspace-retention', workspaceId],
  preview: async (chosen, signal) =>
    describeWorkspacePreview(
      await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/retention/preview', {
        params: { workspaceId },
        query: monthsQuery(chosen),
        signal,
      }),
    ),
  save: (body) =>
    apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/retention', {
      params: { workspaceId },
      body,
    }),
  keptAgain: 'What has been deleted does not come back, whatever is shared later.',
});
