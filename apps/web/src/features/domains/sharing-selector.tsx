import type { TrackedDomain } from '@repo/contract/domains';
import type { Workspace } from '@repo/contract/workspaces';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupByOrganization } from '#lib/workspaces/group-by-organization.ts';
import { labelOfLevel } from '#lib/sharing/level-texts.ts';
import { limitWorkspaces } from '#lib/workspaces/limit-workspaces.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Select, type SelectProps } from '#ui/forms/select.tsx';
import { useShareDomain } from './use-share-domain.ts';

const NOT_SHARED = { value: 'not-shared', label: 'Not shared' };

export type SharingSelectorProps = {
  domain: TrackedDomain;
  /** The level of a new share; the default of its workspace if undefined. */
  newLevel: ShareLevel | undefined;
  /** The workspace has to have an account for the domain first. */
  onAccountRequired: (required: { workspaceId: string; level: ShareLevel | undefined }) => void;
};

/** Chooses the one workspace that a domain is shared with. Shows the choice at once. */
export function SharingSelector({ domain, newLevel, onAccountRequired }: SharingSelectorProps) {
  const { data: workspaces, isPending, isError } = useQuery(workspacesQuery);
  const share = useShareDomain(domain, newLevel, onAccountRequired);
  const [open, setOpen] = useState(false);

  const shared = domain.workspaceShares[0];
  const current = shared?.workspaceId ?? NOT_SHARED.value;
  const chosen = share.isPending ? (share.variables ?? NOT_SHARED.value) : current;
  const own = workspaces?.some(({ id }) => id === chosen);
  const { listed, note } = limitWorkspaces(workspaces ?? [], chosen);
  const withLevel = (label: string) =>
    shared?.level === undefined || shared.level === 'full'
      ? label
      : `${label} · ${labelOfLevel(shared.level)}`;
  const options: SelectProps['options'] = [
    NOT_SHARED,
    // The one in use has to be there to be shown, also while the others are on their way.
    ...(shared === undefined || own ? [] : [{ value: current, label: shared.workspace.name }]),
    ...workspaceOptions(listed),
  ];
  return (
    <Select
      aria-label={`Sharing of ${domain.domain}`}
      size="small"
      quiet
      className="w-full"
      value={chosen}
      // A long table does not carry every workspace in each of its rows.
      options={
        open
          ? options
          : options
              .flatMap(flat)
              .filter(({ value }) => value === chosen)
              .map((one) =>
                one.value === shared?.workspaceId ? { ...one, label: withLevel(one.label) } : one,
              )
      }
      note={open ? (note ?? noteOn({ workspaces, isPending, isError })) : undefined}
      onOpenChange={setOpen}
      onValueChange={(value) => {
        if (value !== chosen) share.mutate(value === NOT_SHARED.value ? undefined : value);
      }}
    />
  );
}

type Entry = SelectProps['options'][number];

function flat(entry: Entry) {
  return 'options' in entry ? entry.options : [entry];
}

function workspaceOptions(workspaces: readonly Workspace[]): Entry[] {
  return groupByOrganization(workspaces).map(({ organization, workspaces }) => ({
    label: organization.name,
    options: workspaces.map(({ id, name }) => ({ value: id, label: name })),
  }));
}

type WorkspaceList = {
  workspaces: readonly Workspace[] | undefined;
  isPending: boolean;
  isError: boolean;
};

function noteOn({ workspaces, isPending, isError }: WorkspaceList): string | undefined {
  if (isPending) return 'Loading...';
  if (isError && workspaces === undefined) return 'Failed to load workspaces';
  return workspaces?.length === 0 ? 'No workspaces available' : undefined;
}
