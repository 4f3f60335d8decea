import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { ChooseMember, type ChosenMember } from '../../lib/members/choose-member.tsx';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/forms/button.tsx';
import { PanelSection } from '../../ui/layout/panel-section.tsx';
import { refreshOwned } from './refresh-owned.ts';

export type OwnedAccount = {
  id: string;
  name: string;
  owner: { id: string; name: string; email: string } | undefined;
  note: string;
};

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
  const change = useMutation({
    mutationFn: (member: ChosenMember | undefined) =>
      apiRequestOrThrow('PUT /api/accounts/{accountId}/owner', {
        params: { accountId: account.id },
        body: { userId: member?.userId ?? null },
      }),
    onSuccess: (_, member) => {
      refreshOwned(client);
      toast.success(
        member === undefined
          ? `${account.name} has no owner now`
          : `${member.name} owns ${account.name} now`,
      );
    },
    onError: (error) =>
      toast.error('Failed to change the owner', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  return (
    <ChooseMember
      workspaceId={workspaceId}
      label={`Owner of ${account.name}`}
      open={open}
      onOpenChange={onOpenChange}
      hasNoOne={account.owner !== undefined}
      onChoose={change.mutate}
    />
  );
}
