import { limits } from '@repo/contract/page-limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleSlash, UserRound } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { CommandMenu, type CommandItem } from '#ui/overlays/command-menu.tsx';
import { apiRequestOrThrow } from '../api/api-request.ts';

export type ChosenMember = { userId: string; name: string };

type ChooseMemberProps = {
  workspaceId: string;
  /** Names the dialog. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether "No one" can be chosen. */
  hasNoOne: boolean;
  /** Receives undefined for no one. */
  onChoose: (member: ChosenMember | undefined) => void;
};

/** Members offered at once; more are found by name or email. */
const OFFERED = 20;

/** A list of the active members of a workspace, to choose one. */
export function ChooseMember({
  workspaceId,
  label,
  open,
  onOpenChange,
  hasNoOne,
  onChoose,
}: ChooseMemberProps) {
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const members = useQuery({
    queryKey: ['account-owner-choices', workspaceId, search],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/workspaces/{workspaceId}/members', {
        params: { workspaceId },
        query: { limit: String(OFFERED), ...(search !== '' && { search }) },
        signal,
      }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const active = members.data?.items.filter(({ state }) => state !== 'inactive') ?? [];
  const items = active.map(({ userId, name, email }): CommandItem => ({
    id: userId,
    label: name || email,
    hint: email,
    icon: <UserRound aria-hidden />,
    onSelect: () => onChoose({ userId, name: name || email }),
  }));
  const noOne: CommandItem = {
    id: 'none',
    label: 'No one',
    icon: <CircleSlash aria-hidden />,
    onSelect: () => onChoose(undefined),
  };
  return (
    <CommandMenu
      open={open}
      onOpenChange={(next) => {
        setQuery('');
        onOpenChange(next);
      }}
      label={label}
      placeholder="Find a member by name or email..."
      query={query}
      maxLength={limits.searchLength}
      onQueryChange={setQuery}
      groups={[
        { label: 'Members', items },
        { label: 'Without owner', items: hasNoOne && search === '' ? [noOne] : [] },
      ]}
      emptyText={emptyText(members)}
    />
  );
}

function emptyText({ isError, data }: { isError: boolean; data: object | undefined }): string {
  if (isError) return 'Failed to fetch members';
  return data === undefined ? 'Loading members...' : 'No member found';
}
