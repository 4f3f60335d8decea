import type { User } from '@repo/contract/auth';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { roleLabels } from '#lib/workspaces/role-labels.ts';
import { Card } from '#ui/layout/card.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { WorkspaceName } from '../workspaces/workspace-name.tsx';

export function WorkspaceMemberships({ user: { workspaces = [] } }: { user: User }) {
  return (
    <Card title="Workspace Memberships">
      {workspaces.length === 0 ? (
        <p className="text-body text-muted">
          Not a member of any workspace.
          {isFullServer() ? (
            <>
              {' Invite them from '}
              <Link to="/admin/workspaces" className="rounded-sm text-accent-ink hover:underline">
                a workspace
              </Link>
              .
            </>
          ) : null}
        </p>
      ) : (
        <Table label="Workspace Memberships" className="-mx-4 -mb-3.5">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="pl-4!">Workspace</TableHeaderCell>
              <TableHeaderCell>Organization</TableHeaderCell>
              <TableHeaderCell>Role</TableHeaderCell>
              <TableHeaderCell className="pr-4!">Joined</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {workspaces.map(({ id, name, organizationName, role, joinedAt }) => (
              <TableRow key={id}>
                <TableCell className="max-w-48 pl-4!">
                  <WorkspaceName id={id}>{name}</WorkspaceName>
                </TableCell>
                <TableCell className="max-w-48 truncate" title={organizationName}>
                  {organizationName}
                </TableCell>
                <TableCell>{roleLabels[role] ?? role}</TableCell>
                <TableCell className="pr-4! text-muted">
                  <RelativeTime value={joinedAt} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
