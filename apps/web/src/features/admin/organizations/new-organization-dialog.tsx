import { organizationSlugProblem } from '@repo/contract/slug';
import { useQueryClient } from '@tanstack/react-query';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { NameAndSlug, validateName } from './name-and-slug.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function NewOrganizationDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New Organization"
      description="An organization groups workspaces. People join its workspaces."
    >
      <NewOrganizationForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewOrganizationForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const send = useSend();
  const form = useForm({
    initial: { name: '', slug: '' },
    validate: ({ name, slug }) => ({
      name: validateName(name),
      slug: organizationSlugProblem(slug.trim()),
    }),
    submit: async (body) => {
      const { error } = await send('POST /api/admin/organizations', { body });
      if (error) return formProblem(error, ['name', 'slug'], 'Failed to create organization');
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      toast.success(`${body.name.trim()} was created`);
      onDone();
      return undefined;
    },
  });
  return (
    <DialogForm form={form} submitLabel="Create Organization" onCancel={onDone}>
      <NameAndSlug name={form.field('name')} slug={form.field('slug')} prefix="/" />
    </DialogForm>
  );
}
