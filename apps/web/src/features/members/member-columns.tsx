import type { Member } from '@repo/contract/workspaces';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import type { Column } from '#ui/paged-table/paged-table.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { MemberMenu } from './member-menu.tsx';
import { RoleSelect } from './role-select.tsx';
import { roleLabels } from '#lib/workspaces/role-labels.ts';

type Options = {
  workspaceId: string;
  canManage: boolean;
  onRemove: (member: Member) => void;
  /** The signed-in user, who can neither hand over nor delete themselves here. */
  selfId: string | undefined;
  onHandOver: (member: Member) => void;
  onDelete: (member: Member) => void;
  /** Whether the signed-in user can give the ownership to a member. */
  canTransferTo: (member: Member) => boolean;
  onTransfer: (member: Member) => void;
};

export function memberColumns({
  workspaceId,
  canManage,
  onRemove,
  selfId,
  onHandOver,
  onDelete,
  canTransferTo,
  onTransfer,
}: Options): Column<Member>[] {
  const columns: Column<Member>[] = [
    {
      header: 'Name',
      className: 'max-w-60 min-w-40 @max-[40rem]:w-full @max-[40rem]:max-w-0',
      cell: (member) => <Name member={member} />,
    },
    {
      header: 'Email',
      className: 'w-full max-w-60 @max-[40rem]:hidden',
      cell: ({ email }) => <Truncated className="text-muted">{email}</Truncated>,
    },
    {
      header: 'Role',
      className: 'w-32',
      cellClassName: canManage ? 'py-0! pl-[3px]!' : '',
      cell: (member) =>
        canManage ? (
          <RoleSelect workspaceId={workspaceId} member={member} />
        ) : (
          roleLabels[member.role]
        ),
    },
    {
      header: 'Joined',
      className: '@max-[40rem]:hidden',
      cell: ({ joinedAt }) => <RelativeTime value={joinedAt} className="text-muted" />,
    },
  ];
  if (!canManage) return columns;
  return [
    ...columns,
    {
      header: 'Actions',
      headerHidden: true,
      className: 'w-0 px-1!',
      cell: (member) => (
        <MemberMenu
          workspaceId={workspaceId}
          member={member}
          onRemove={() => onRemove(member)}
          onHandOver={member.userId === selfId ? undefined : () => onHandOver(member)}
          onDelete={member.userId === selfId ? undefined : () => onDelete(member)}
          onTransfer={canTransferTo(member) ? () => onTransfer(member) : undefined}
        />
      ),
    },
  ];
}

/** With the email and the badges under it where there is no room for more columns. */
function Name({ member: { name, email, state, isAdministrator } }: { member: Member }) {
  return (
    <span className="flex items-center gap-2">
      <Avatar name={name} />
      <span className="flex min-w-0 items-center gap-x-2 gap-y-1 @max-[40rem]:flex-col @max-[40rem]:items-start">
        <span className="max-w-full min-w-0">
          <Truncated className="font-medium">{name}</Truncated>
          <span className="block truncate text-muted @min-[40rem]:hidden">{email}</span>
        </span>
        {isAdministrator ? <Badge kind="accent">Administrator</Badge> : null}
        {state === 'invited' ? <Badge>Invited</Badge> : null}
        {state === 'inactive' ? <Badge kind="warning">Inactive</Badge> : null}
      </span>
    </span>
  );
}
