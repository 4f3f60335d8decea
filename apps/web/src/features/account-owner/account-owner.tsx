import { limits } from '@repo/contract/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleSlash, UserRound } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CommandMenu, type CommandItem } from '../../ui/overlays/command-menu.tsx';
import { PanelSection } from '../../ui/layout/panel-section.tsx';
import { refreshOwned } from './refresh-owned.ts';

export type OwnedAccount = {
  id: string;
  name: string;
  owner: { id: string; name: string; email: string } | undefined;
  note: string;
};

/** Members offered at once; more are found by name or email. */
const OFFERED = 20;

/** The member who is responsible for an account, and a button to choose another. */
export function AccountOwner({ account }: { account: OwnedAccount }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { owner } = account;
  const name = owner && (owner.name || owner.email);
  return (
    <PanelSection
      title="Owner"
      action={
        <Button
          size="small"
          variant="bare"
          aria-label="Change owner"
          onClick={() => setIsChoosing(true)}
        >
          Change
        </Button>
      }
    >
      {name === undefined ? (
        <p className="text-faint">No one</p>
      ) : (
        <p className="flex items-center gap-2.5">
          <Avatar name={name} size="large" />
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
        </p>
      )}
      <ChooseOwner account={account} open={isChoosing} onOpenChange={setIsChoosing} />
    </PanelSection>
  );
}

type ChooseOwnerProps = {
  account: OwnedAccount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ChooseOwner({ account, open, onOpenChange }: ChooseOwnerProps) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
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
  const change = useMutation({
    mutationFn: ({ userId }: { userId: string | null; name: string }) =>
      apiRequestOrThrow('PUT /api/accounts/{accountId}/owner', {
        params: { accountId: account.id },
        body: { userId },
      }),
    onSuccess: (_, { userId, name }) => {
      refreshOwned(client);
      toast.success(
        userId === null ? `${account.name} has no owner now` : `${name} owns ${account.name} now`,
      );
    },
    onError: (error) =>
      toast.error('Failed to change the owner', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  const active = members.data?.items.filter(({ state }) => state !== 'inactive') ?? [];
  const items = active.map(({ userId, name, email }): CommandItem => ({
    id: userId,
    label: name || email,
    hint: email,
    icon: <UserRound aria-hidden />,
    onSelect: () => change.mutate({ userId, name: name || email }),
  }));
  const noOne: CommandItem = {
    id: 'none',
    label: 'No one',
    icon: <CircleSlash aria-hidden />,
    onSelect: () => change.mutate({ userId: null, name: '' }),
  };
  return (
    <CommandMenu
      open={open}
      onOpenChange={(next) => {
        setQuery('');
        onOpenChange(next);
      }}
      label={`Owner of ${account.name}`}
      placeholder="Find a member by name or email..."
      query={query}
      maxLength={limits.searchLength}
      onQueryChange={setQuery}
      groups={[
        { label: 'Members', items },
        { label: 'Without owner', items: account.owner && search === '' ? [noOne] : [] },
      ]}
      emptyText={emptyText(members)}
    />
  );
}

function emptyText({ isError, data }: { isError: boolean; data: object | undefined }): string {
  if (isError) return 'Failed to fetch members';
  return data === undefined ? 'Loading members...' : 'No member found';
}
