import type { Member, Workspace } from '@repo/contract/workspaces';
import { UserPlus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { usePagedList } from '#lib/paged-list/use-paged-list.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PagedTable } from '#ui/paged-table/paged-table.tsx';
import { DeleteMember } from './delete-member.tsx';
import { HandOverMember } from './hand-over-member.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { LeavingSection } from './leaving-section.tsx';
import { memberColumns } from './member-columns.tsx';
import { membersKey } from './members-key.ts';
import { TransferDialog, useCanTransfer } from './transfer-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

export type MembersPageProps = {
  /** The reader's role is missing in the administration. */
  workspace: { id: string; name: string; role?: Workspace['role'] };
  title: string;
  description: string;
};

/**
 * The members of a workspace. Owners and administrators invite, change roles and remove; members
 * look.
 */
export function MembersPage({ workspace, title, description }: MembersPageProps) {
  const { id: workspaceId } = workspace;
  const [inviting, setInviting] = useState(false);
  const removal = useDialogSubject<Member>();
  const list = usePagedList({
    queryKey: membersKey(workspaceId),
    fetchPage: (query, signal) =>
      apiRequestOrThrow('GET /api/workspaces/{workspaceId}/members', {
        params: { workspaceId },
        query,
        signal,
      }),
    failure: 'Failed to fetch members',
    kinds: { userId: 'id', name: 'text', email: 'text' },
    isUsable: ({ name, email }) => name !== '' || email !== '',
  });
  const { show } = removal;
  const transferal = useDialogSubject<Member>();
  const { show: transfer } = transferal;
  const leaving = useDialogSubject<Member>();
  const { show: handOver } = leaving;
  const deletion = useDialogSubject<Member>();
  const { show: remove } = deletion;
  const { user } = useAuth();
  const selfId = user?.id;
  // What the response will most likely say, so that the button does not push the list down.
  const canManage =
    list.shown?.response.canManage ?? (user?.isAdmin === true || workspace.role === 'owner');
  const canTransferTo = useCanTransfer(workspaceId);
  const columns = useMemo(
    () =>
      memberColumns({
        workspaceId,
        canManage,
        onRemove: show,
        selfId,
        onHandOver: handOver,
        onDelete: remove,
        canTransferTo,
        onTransfer: transfer,
      }),
    [workspaceId, canManage, show, selfId, handOver, remove, canTransferTo, transfer],
  );
  const invite = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden />
      Invite Member
    </Button>
  );
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title={title}
        description={description}
        actions={canManage ? invite : undefined}
      />
      <PagedTable
        list={list}
        columns={columns}
        keyOf={({ userId }) => userId}
        label={`Members of ${workspace.name}`}
        noun={['member', 'members']}
        searchPlaceholder="Search members by name or email..."
        empty={{
          icon: <Users />,
          title: 'No members yet',
          description: 'Invite an owner first. Owners can invite other members.',
          action: canManage ? invite : undefined,
        }}
      />
      {list.shown === undefined ? null : (
        <>
          <p className="max-w-reading text-grid text-muted">
            Administrators of this server can see the members of any workspace, join it and add
            others. Its owners are notified by email.
          </p>
          {canManage ? <LeavingSection workspace={workspace} /> : null}
          {canManage ? <InvitationsSection workspace={workspace} /> : null}
        </>
      )}
      <InviteMemberDialog
        workspace={workspace}
        isFirst={list.shown?.total === 0 && list.shown.search === ''}
        open={inviting}
        onOpenChange={setInviting}
      />
      {removal.subject === undefined ? null : (
        <RemoveMemberDialog
          workspace={workspace}
          member={removal.subject}
          open={removal.open}
          onOpenChange={removal.onOpenChange}
        />
      )}
      {leaving.subject === undefined ? null : (
        <HandOverMember
          workspace={workspace}
          member={leaving.subject}
          open={leaving.open}
          onOpenChange={leaving.onOpenChange}
        />
      )}
      {deletion.subject === undefined ? null : (
        <DeleteMember
          workspace={workspace}
          member={deletion.subject}
          open={deletion.open}
          onOpenChange={deletion.onOpenChange}
        />
      )}
      {transferal.subject === undefined ? null : (
        <TransferDialog
          workspace={workspace}
          member={transferal.subject}
          open={transferal.open}
          onOpenChange={transferal.onOpenChange}
        />
      )}
    </div>
  );
}
