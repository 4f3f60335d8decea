import type { GroupRole, GroupRoles } from '@repo/contract/provisioning';
import { plural } from '@repo/domain/text/plural';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';
import { EndGroupRoleDialog } from './end-group-role-dialog.tsx';
import { GroupRoleForm } from './group-role-form.tsx';
import { groupRolesQuery } from './group-roles-query.ts';
import { ROLE_NAMES } from './role-names.ts';

/** The roles that the members of the provider's groups have in workspaces. */
export function GroupRolesCard({ organizationId }: { organizationId: string }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(groupRolesQuery(organizationId));
  const store = (next: GroupRoles) =>
    client.setQueryData(adminKeys.groupRoles(organizationId), next);
  return (
    <Card
      title="Roles by Group"
      description="Members of a group at the provider have a role in a workspace for as long as they are in the group. Roles given by hand stay."
    >
      {data !== undefined ? (
        <Roles organizationId={organizationId} groupRoles={data} onChanged={store} />
      ) : error === null ? (
        <LoadingState label="Loading roles..." className="animate-appear-late" />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <Banner kind="error">The roles could not be loaded.</Banner>
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
    </Card>
  );
}

type Props = {
  organizationId: string;
  groupRoles: GroupRoles;
  onChanged: (next: GroupRoles) => void;
};

function Roles({ organizationId, groupRoles, onChanged }: Props) {
  const { roles, groups, workspaces, waiting } = groupRoles;
  const [ended, setEnded] = useState<GroupRole>();
  const membersOf = (groupId: string | null) => groups.find(({ id }) => id === groupId)?.members;
  return (
    <div className="flex flex-col gap-5">
      {waiting === 0 ? null : (
        <Banner kind="info">
          {`The roles of ${plural(waiting, 'user')} are still being changed.`}
        </Banner>
      )}
      {roles.length === 0 ? (
        <p className="text-grid text-muted">No group has a role yet.</p>
      ) : (
        <ul aria-label="Roles by group" className="divide-y divide-line">
          {roles.map((one) => (
            <li key={one.id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 break-words">
                <p className="font-medium">{one.name}</p>
                <p className="text-grid text-muted">
                  {`${ROLE_NAMES[one.role]} of ${one.workspace.name} · ${sourceOf(one, membersOf(one.groupId))}`}
                </p>
              </div>
              <Button
                size="small"
                aria-label={`Remove ${one.name} from ${one.workspace.name}`}
                onClick={() => setEnded(one)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {workspaces.length === 0 ? (
        <p className="text-grid text-muted">
          The organization has no workspace yet. Create one first.
        </p>
      ) : (
        <GroupRoleForm
          organizationId={organizationId}
          groups={groups}
          workspaces={workspaces}
          onChanged={onChanged}
        />
      )}
      {ended === undefined ? null : (
        <EndGroupRoleDialog
          organizationId={organizationId}
          groupRole={ended}
          onClosed={() => setEnded(undefined)}
          onEnded={onChanged}
        />
      )}
    </div>
  );
}

const sourceOf = ({ groupId }: GroupRole, members: number | undefined): string =>
  groupId === null ? 'from the ID token' : plural(members ?? 0, 'member');
