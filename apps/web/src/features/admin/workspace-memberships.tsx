import type { User } from '@repo/contract/auth';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '../../ui/table.tsx';

const ROLES: Record<string, string> = { owner: 'Owner', member: 'Member' };

export function WorkspaceMemberships({ user: { workspaces = [] } }: { user: User }) {
  return (
    <Card title="Workspace Memberships">
      {workspaces.length === 0 ? (
        <p className="text-body text-muted">
          Not a member of any workspace. Invite them from{' '}
          <Link to="/admin/workspaces" className="rounded-sm text-accent-ink hover:underline">
            a workspace
          </Link>
          .
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
                  <Link
                    to={`/admin/workspaces/${encodeURIComponent(id)}`}
                    title={name}
                    className="block truncate rounded-sm font-medium hover:underline"
                  >
                    {name}
                  </Link>
                </TableCell>
                <TableCell className="max-w-48 truncate" title={organizationName}>
                  {organizationName}
                </TableCell>
                <TableCell>{ROLES[role] ?? role}</TableCell>
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
