import { plural } from '@repo/domain/text/plural';
import type { Invitation } from '@repo/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { roleLabels } from '#lib/workspaces/role-labels.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { InvitationMenu } from './invitation-menu.tsx';
import { invitationsKey } from './invitations-key.ts';

/** A long list shows only this many at first. */
const SHOWN_AT_FIRST = 5;

type Props = { workspace: { id: string; name: string } };

/**
 * The invited addresses as typed; nothing here reveals whether a user has one. Nothing
 * is rendered without invitations.
 */
export function InvitationsSection({ workspace }: Props) {
  const titleId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, isFetching, refetch } = useInvitations(workspace.id);
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {`Failed to fetch invitations: ${failureMessage(error, 'Please try again.')}`}
      </FailureBanner>
    );
  }
  if (data === undefined || data.length === 0) return null;
  const shown = showsAll ? data : data.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={titleId} className="@container flex flex-col gap-2">
      <h2 id={titleId} className="text-body font-semibold">
        Invitations
      </h2>
      <Table label={`Invitations to ${workspace.name}`} className="rounded-md border border-line">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-full min-w-40">Email</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Role</TableHeaderCell>
            <TableHeaderCell>Status</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Sent</TableHeaderCell>
            <TableHeaderCell className="w-0 px-1!">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((invitation) => (
            <Row key={invitation.id} workspaceId={workspace.id} invitation={invitation} />
          ))}
        </TableBody>
      </Table>
      {shown.length === data.length ? null : (
        <div>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {`Show All ${plural(data.length, 'Invitation')}`}
          </Button>
        </div>
      )}
    </section>
  );
}

export function useInvitations(workspaceId: string) {
  return useQuery({
    queryKey: invitationsKey(workspaceId),
    queryFn: async ({ signal }) => {
      const { items } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/invitations', {
        params: { workspaceId },
        signal,
      });
      if (!Array.isArray(items)) throw new Error('The response contains no invitations.');
      return readList(items, 'invitations', ({ id }) => id !== '', {
        id: 'id',
        email: 'text',
        invitedBy: 'text',
      });
    },
  });
}

function Row({ workspaceId, invitation }: { workspaceId: string; invitation: Invitation }) {
  const { email, role, invitedAt, invitedBy } = invitation;
  return (
    <TableRow>
      <TableCell className="w-full max-w-0">
        <Truncated className="font-medium">{email}</Truncated>
        <span className="block text-muted @min-[40rem]:hidden">{roleLabels[role] ?? role}</span>
      </TableCell>
      <TableCell className="@max-[40rem]:hidden">{roleLabels[role] ?? role}</TableCell>
      <TableCell>
        <Status invitation={invitation} />
      </TableCell>
      <TableCell className="max-w-60 truncate text-muted @max-[40rem]:hidden">
        <RelativeTime value={invitedAt} />
        {invitedBy === '' ? '' : ` by ${invitedBy}`}
      </TableCell>
      <TableCell className="w-0 px-1!">
        <InvitationMenu workspaceId={workspaceId} invitation={invitation} />
      </TableCell>
    </TableRow>
  );
}

function Status({ invitation: { state } }: { invitation: Invitation }) {
  if (state === 'expired') return <Badge kind="warning">Expired</Badge>;
  if (state === 'declined') return <Badge kind="warning">Declined</Badge>;
  return <Badge>Invited</Badge>;
}
