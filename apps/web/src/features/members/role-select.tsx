import type { Role } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Select } from '#ui/forms/select.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { membersKey } from './members-key.ts';
import { roleLabels, roleOptions } from '#lib/workspaces/role-labels.ts';

type Props = { workspaceId: string; member: Member };

/** Shows the new role at once; a refusal restores the old one and shows the reason. */
export function RoleSelect({ workspaceId, member: { userId, name, role } }: Props) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Role) =>
      apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/members/{userId}', {
        params: { workspaceId, userId },
        body: { role: next },
      }),
    onSuccess: (_answer, next) => toast.success(`${name} is now ${roleLabels[next].toLowerCase()}`),
    onError: (error) =>
      toast.error(`The role of ${name} was not changed`, {
        description: failureMessage(error, 'Please try again.'),
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersKey(workspaceId) }),
        client.invalidateQueries({ queryKey: workspacesQuery.queryKey }),
      ]),
  });
  return (
    <Select
      quiet
      size="small"
      aria-label={`Role of ${name}`}
      value={change.isPending ? change.variables : role}
      options={roleOptions}
      disabled={change.isPending}
      onValueChange={(next) => {
        if (next !== role) change.mutate(next);
      }}
    />
  );
}
