import type { Workspace, WorkspaceShareLevels } from '@repo/contract/workspaces';
import { higherLevel } from '@repo/domain/sharing/share-level';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LevelSelect } from '#lib/sharing/level-select.tsx';
import { labelOfLevel } from '#lib/sharing/level-texts.ts';
import { workspaceLevels } from '#lib/sharing/workspace-levels.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Card } from '#ui/layout/card.tsx';

/** The workspace's levels for the domains that its members share; its owners can change them. */
export function ShareLevelsCard({ workspace }: { workspace: Workspace }) {
  const levels = workspaceLevels(workspace);
  if (levels === undefined) return null;
  return (
    <Card
      title="What Colleagues See"
      description="How much members share with this workspace. Members can choose another level for a domain."
    >
      {workspace.role === 'owner' ? (
        <LevelsForm workspace={workspace} levels={levels} />
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-grid">
          <dt className="text-muted">New shares</dt>
          <dd>{labelOfLevel(levels.default)}</dd>
          <dt className="text-muted">Expected minimum</dt>
          <dd>{labelOfLevel(levels.least)}</dd>
          {levels.participantsOnly === undefined ? null : (
            <>
              <dt className="text-muted">Text is shown to</dt>
              <dd>{levels.participantsOnly ? 'Only those who took part' : 'All members'}</dd>
            </>
          )}
          <dt className="sr-only">Note</dt>
          <dd className="col-span-2 text-muted">Owners of the workspace can change them.</dd>
        </dl>
      )}
    </Card>
  );
}

type FormProps = { workspace: Workspace; levels: WorkspaceShareLevels };

function LevelsForm({ workspace, levels }: FormProps) {
  const [chosen, setChosen] = useState<WorkspaceShareLevels>();
  const change = useChangeLevels(workspace);
  const value = chosen ?? levels;
  const isChanged =
    value.default !== levels.default ||
    value.least !== levels.least ||
    value.participantsOnly !== levels.participantsOnly;
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) change.mutate(value, { onSuccess: () => setChosen(undefined) });
      }}
    >
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <LevelSelect
          label="New shares"
          level={value.default}
          from={value.least}
          participantsOnly={value.participantsOnly}
          error={
            change.error === null
              ? undefined
              : failureMessage(change.error, 'Failed to change the levels')
          }
          onChange={(level) => setChosen({ ...value, default: level })}
        />
        <LevelSelect
          label="Expected minimum"
          level={value.least}
          hint={
            value.least === 'activity'
              ? 'Every share shows this much.'
              : 'Members can still share less. Their colleagues then see that they do.'
          }
          onChange={(least) =>
            setChosen({ ...value, default: higherLevel(value.default, least), least })
          }
        />
      </div>
      <p className="text-grid text-muted">The levels of existing shares stay as they are.</p>
      {value.participantsOnly === undefined ? null : (
        <Checkbox
          label="Only those who took part can read the text"
          hint="Other members see at most the subject, the participants and the time, and can ask for access. This holds at once, for existing shares too."
          checked={value.participantsOnly}
          onChange={({ target }) => setChosen({ ...value, participantsOnly: target.checked })}
        />
      )}
      <Button type="submit" variant="primary" disabled={!isChanged} loading={change.isPending}>
        Save Levels
      </Button>
    </form>
  );
}

function useChangeLevels({ id: workspaceId, name }: Workspace) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkspaceShareLevels) =>
      apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/share-levels', {
        params: { workspaceId },
        body,
      }),
    onSuccess: (shareLevels) => {
      client.setQueryData(workspacesQuery.queryKey, (listed) =>
        listed?.map((one) => (one.id === workspaceId ? { ...one, shareLevels } : one)),
      );
      toast.success(`Levels of ${name} saved`);
    },
  });
}
