import type { Role } from '@repo/contract/fields';
import type { GroupRoles } from '@repo/contract/provisioning';
import { limits } from '@repo/contract/page-limits';
import { useId, useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ROLE_NAMES } from './role-names.ts';

type Props = Pick<GroupRoles, 'groups' | 'workspaces'> & {
  organizationId: string;
  onChanged: (next: GroupRoles) => void;
};

/** The choice of a group in the ID token of a sign-in, by its name. */
const NAMED = 'named';
function missingIn(form: {
  group: string | undefined;
  name: string;
  workspaceId: string | undefined;
}): string | undefined {
  if (form.group === undefined) return 'Choose a group first.';
  if (form.group === NAMED && form.name.trim() === '') return 'Enter the name of the group first.';
  return form.workspaceId === undefined ? 'Choose a workspace first.' : undefined;
}

const ROLES = (['member', 'owner'] as const).map((value) => ({
  value,
  label: ROLE_NAMES[value],
}));

/** Gives the members of a group a role in a workspace. */
export function GroupRoleForm({ organizationId, groups, workspaces, onChanged }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const label = useId();
  const [group, setGroup] = useState<string | undefined>(groups.length === 0 ? NAMED : undefined);
  const [name, setName] = useState('');
  const [workspaceId, setWorkspaceId] = useState<string>();
  const [role, setRole] = useState<Role>('member');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const isNamed = group === NAMED;
  const give = async () => {
    const missing = missingIn({ group, name, workspaceId });
    setProblem(missing);
    if (missing !== undefined || group === undefined || workspaceId === undefined) return;
    setPending(true);
    const result = await withProof(() =>
      send('PUT /api/admin/organizations/{id}/group-roles', {
        params: { id: organizationId },
        body: {
          groupId: isNamed ? null : group,
          name: isNamed ? name.trim() : '',
          workspaceId,
          role,
        },
      }),
    );
    setPending(false);
    if (result === undefined) return;
    const { data, error } = result;
    if (error !== undefined) {
      setProblem(failureMessage(error, 'The role could not be given. Try again.'));
      return;
    }
    setName('');
    onChanged(data.groupRoles);
    toast.success('The group has the role now');
  };
  return (
    <form
      aria-labelledby={label}
      className="flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <h3 id={label} className="font-medium">
        Give a Role
      </h3>
      {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
      <FormField label="Group">
        <Select
          value={group}
          onValueChange={setGroup}
          placeholder="Choose a group"
          options={[
            ...groups.map(({ id, name: groupName }) => ({ value: id, label: groupName })),
            { value: NAMED, label: 'A group in the ID token' },
          ]}
        />
      </FormField>
      {isNamed ? (
        <TextField
          label="Name in the ID token"
          hint="As the provider sends it in the claim “groups”, or “roles”. Upper and lower case count."
          value={name}
          maxLength={limits.groupNameLength}
          onChange={(event) => setName(event.target.value)}
        />
      ) : null}
      <FormField label="Workspace">
        <Select
          value={workspaceId}
          onValueChange={setWorkspaceId}
          placeholder="Choose a workspace"
          options={workspaces.map(({ id, name: workspaceName }) => ({
            value: id,
            label: workspaceName,
          }))}
        />
      </FormField>
      <FormField label="Role">
        <Select value={role} onValueChange={setRole} options={ROLES} />
      </FormField>
      <Button type="submit" loading={isPending} className="self-start">
        Give Role
      </Button>
      {proofDialog}
    </form>
  );
}
