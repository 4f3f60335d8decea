import { organizationSlugProblem } from '@repo/contract/slug';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { formProblem } from '../../lib/api/field-problems.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { ADMIN_KEY } from './admin-keys.ts';
import { FormBanner } from './form-banner.tsx';
import { NameAndSlug, validateName } from './name-and-slug.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function NewOrganizationDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New Organization"
      description="It holds workspaces; people become members of those."
    >
      <NewOrganizationForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewOrganizationForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '', slug: '' },
    validate: ({ name, slug }) => ({
      name: validateName(name),
      slug: organizationSlugProblem(slug.trim()),
    }),
    submit: async (body) => {
      const { error } = await call('POST /api/admin/organizations', { body });
      if (error) return formProblem(error, ['name', 'slug'], 'Failed to create organization');
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      toast.success(`${body.name.trim()} was created`);
      onDone();
      return undefined;
    },
  });
  return (
    <form {...form.props} className="contents">
      <DialogBody>
        <div className="flex flex-col gap-4">
          <FormBanner error={form.error} />
          <NameAndSlug name={form.field('name')} slug={form.field('slug')} prefix="/" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={form.submitting} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.submitting}>
          Create Organization
        </Button>
      </DialogFooter>
    </form>
  );
}
