import { limits } from '@repo/contract/page-limits';
import type { PlannedShare } from '@repo/contract/shares';
import type { Workspace } from '@repo/contract/workspaces';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { plural } from '@repo/domain/text/plural';
import { ShareLevelField } from '#lib/sharing/share-level-field.tsx';
import { workspaceLevels } from '#lib/sharing/workspace-levels.ts';
import { groupByOrganization } from '#lib/workspaces/group-by-organization.ts';
import { limitWorkspaces } from '#lib/workspaces/limit-workspaces.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Dialog, DialogBody, DialogFooter, useBusyDialog } from '#ui/overlays/dialog.tsx';
import { PlannedShares } from './planned-shares.tsx';
import { type NamedDomain, useShareAll, useSharePlan } from './share-all.ts';
import { SharingResult } from './sharing-result.tsx';

export type ShareDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The domains to share; more than `limits.domainsPerSharePreview` are shared in several rounds. */
  domainIds: readonly string[];
  workspaces: readonly Workspace[];
  defaultWorkspaceId: string | undefined;
  /** Called after an attempt to share, whether it succeeded or failed. */
  onShared: () => void;
};

/** Shares companies with a workspace, in one confirmed step that creates missing accounts. */
export function ShareDialog({ open, onOpenChange, ...content }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share Companies with Your Team"
      description="Everyone in the workspace will see your email, meetings and calls with these companies. You can stop sharing at any time."
      size="large"
    >
      <ShareForm {...content} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = Omit<ShareDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void };

function ShareForm({ domainIds, workspaces, defaultWorkspaceId, onShared, onClose }: FormProps) {
  const [workspaceId, setWorkspaceId] = useState(defaultWorkspaceId);
  // The selection when the dialog opened: sharing changes the list behind it.
  const [ids] = useState(domainIds);
  const plan = useSharePlan(workspaceId, ids);
  const [chosen, setChosen] = useState<ShareLevel>();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const sharing = useShareAll(onShared);
  useBusyDialog(sharing.isPending);
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  const preset = workspace && workspaceLevels(workspace)?.default;
  const level = preset && (chosen ?? preset);

  if (sharing.data !== undefined && workspace !== undefined) {
    return (
      <SharingResult
        outcome={sharing.data}
        plan={plan.data ?? []}
        workspace={workspace}
        onTryAgain={(failed) =>
          sharing.mutate({
            workspaceId: workspace.id,
            level,
            domains: toShare(plan.data ?? [], names).filter((one) => failed.has(one.domainId)),
            earlier: sharing.data?.results.filter(({ domainId }) => !failed.has(domainId)) ?? [],
          })
        }
        onClose={onClose}
      />
    );
  }
  const domains = toShare(plan.data ?? [], names);
  const count = plan.data === undefined ? ids.length : domains.length;
  const isNameMissing = domains.some(({ name }) => name.trim() === '');
  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (workspaceId !== undefined && domains.length > 0 && !isNameMissing) {
          sharing.mutate({ workspaceId, level, domains });
        }
      }}
    >
      <DialogBody>
        <div className="flex flex-col gap-4">
          {workspaces.length > 1 ? (
            <WorkspaceField
              workspaces={workspaces}
              workspaceId={workspaceId}
              disabled={sharing.isPending}
              onChange={setWorkspaceId}
            />
          ) : null}
          {workspace === undefined ? null : (
            <ShareLevelField
              workspace={workspace}
              level={level}
              disabled={sharing.isPending}
              onChange={setChosen}
            />
          )}
          {plan.error !== null ? (
            <FailureBanner retrying={plan.isFetching} onRetry={() => void plan.refetch()}>
              {failureMessage(plan.error, 'Failed to load what would be shared.')}
            </FailureBanner>
          ) : plan.data === undefined ? (
            <PlanSkeleton count={ids.length} />
          ) : (
            <PlannedShares
              plan={plan.data}
              unplanned={Math.max(0, ids.length - limits.domainsPerSharePreview)}
              workspaceId={workspaceId ?? ''}
              workspaceName={workspace?.name ?? ''}
              names={names}
              disabled={sharing.isPending}
              onRename={(domainId, name) => setNames((now) => ({ ...now, [domainId]: name }))}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {sharing.isPending ? (
          <ProgressBar
            label={`Shared ${sharing.done} of ${domains.length}`}
            value={sharing.done}
            max={domains.length}
            className="my-auto mr-auto w-40"
          />
        ) : null}
        <Button disabled={sharing.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={domains.length === 0 || isNameMissing}
          loading={sharing.isPending}
          loadingLabel={`Sharing ${sharing.done} of ${domains.length}...`}
        >
          {`Share ${plural(count, 'Company', 'Companies')}`}
        </Button>
      </DialogFooter>
    </form>
  );
}

type WorkspaceFieldProps = {
  workspaces: readonly Workspace[];
  workspaceId: string | undefined;
  disabled: boolean;
  onChange: (workspaceId: string) => void;
};

function WorkspaceField({ workspaces, workspaceId, disabled, onChange }: WorkspaceFieldProps) {
  const { listed, note } = limitWorkspaces(workspaces, workspaceId);
  return (
    <FormField label="Workspace">
      <Select
        value={workspaceId}
        disabled={disabled}
        placeholder="Choose a workspace"
        options={groupByOrganization(listed).map(({ organization, workspaces: own }) => ({
          label: organization.name,
          options: own.map(({ id, name }) => ({ value: id, label: name })),
        }))}
        note={note}
        onValueChange={onChange}
      />
    </FormField>
  );
}

const MAX_SKELETON_ROWS = 8;

function PlanSkeleton({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-3 py-2">
      <output className="sr-only">Loading companies...</output>
      {Array.from({ length: Math.min(count, MAX_SKELETON_ROWS) }, (_, row) => (
        <Skeleton key={row} className="h-input-small w-full" />
      ))}
    </div>
  );
}

/** The domains that can be shared, with names for new accounts: the typed ones, else suggestions. */
function toShare(
  plan: readonly PlannedShare[],
  names: Readonly<Record<string, string>>,
): NamedDomain[] {
  return plan
    .filter(({ sharedWith }) => sharedWith === null)
    .map(({ domainId, account, suggestedName }) => ({
      domainId,
      name: account?.name ?? names[domainId] ?? suggestedName,
    }));
}
