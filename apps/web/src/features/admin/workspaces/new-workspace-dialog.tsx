import { workspaceSlugProblem } from '@repo/contract/slug';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { NameAndSlug, validateName } from '../organizations/name-and-slug.tsx';
import { OrganizationChooser, type ChosenOrganization } from './organization-chooser.tsx';

type Props = {
  /** The organization of the workspace; chosen in the dialog if absent. */
  organization?: ChosenOrganization | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Makes a workspace and opens it, so that its first members can be invited. */
export function NewWorkspaceDialog({ organization, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={organization ? `New Workspace in ${organization.name}` : 'New Workspace'}
      description="You can invite members next."
    >
      <NewWorkspaceForm given={organization} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = { given: ChosenOrganization | undefined; onDone: () => void };

function NewWorkspaceForm({ given, onDone }: FormProps) {
  const [organization, setOrganization] = useState(given);
  const create = useCreateWorkspace(onDone);
  const form = useForm({
    initial: { organization: '', name: '', slug: '' },
    validate: ({ name, slug }) => ({
      organization: organization === undefined ? 'Choose an organization' : undefined,
      name: validateName(name),
      slug: workspaceSlugProblem(slug.trim()),
    }),
    submit: async ({ name, slug }) =>
      create({ organizationId: organization?.id ?? '', name, slug }),
  });
  const { error, value, onChange, disabled } = form.field('organization');
  return (
    <DialogForm form={form} submitLabel="Create Workspace" onCancel={onDone}>
      {given === undefined ? (
        <OrganizationChooser
          chosen={organization}
          onChoose={setOrganization}
          {...{ value, onChange, error, disabled }}
        />
      ) : null}
      <NameAndSlug
        name={form.field('name')}
        slug={form.field('slug')}
        prefix={`/${organization?.slug ?? '…'}/`}
      />
    </DialogForm>
  );
}

function useCreateWorkspace(onDone: () => void) {
  const client = useQueryClient();
  const send = useSend();
  const navigate = useNavigate();
  return async (body: { organizationId: string; name: string; slug: string }) => {
    const { data, error } = await send('POST /api/admin/workspaces', { body });
    if (error !== undefined) {
      return formProblem(error, ['organization', 'name', 'slug'], 'Failed to create workspace');
    }
    void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
    toast.success(`${data.workspace.name} was created`);
    onDone();
    void navigate(`/admin/workspaces/${data.workspace.id}`);
    return undefined;
  };
}
