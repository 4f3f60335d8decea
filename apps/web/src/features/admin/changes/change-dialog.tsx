import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import type { ApiError } from '#lib/api/api-error.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useForm } from '#lib/use-form.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { validateName } from '../organizations/name-and-slug.tsx';

export type NameChange = { name: string; slug?: string };

type Props = {
  subject: { name: string; slug: string };
  /** 'organization' or 'workspace'. */
  noun: string;
  /** The part of the address before the slug. */
  prefix: string;
  validateSlug: (slug: string) => string | undefined;
  /** Sends the change; the slug only where it is another one. */
  send: (change: NameChange) => Promise<ApiError | undefined>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Changes a name, and the slug only where it is edited itself: links stay valid. */
export function ChangeDialog({ open, onOpenChange, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change ${rest.subject.name}`}
      description="A new name changes no link. A new slug does."
    >
      <ChangeForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ChangeForm({
  subject,
  noun,
  prefix,
  validateSlug,
  send,
  onDone,
}: Omit<Props, 'open' | 'onOpenChange'> & { onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { name: subject.name, slug: subject.slug },
    validate: ({ name, slug }) => ({
      name: validateName(name),
      slug: slug.trim() === subject.slug ? undefined : validateSlug(slug.trim()),
    }),
    submit: async ({ name, slug }) => {
      const changed = slug.trim() === subject.slug ? {} : { slug: slug.trim() };
      const error = await send({ name: name.trim(), ...changed });
      if (error) return formProblem(error, ['name', 'slug'], `Failed to change ${noun}`);
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      toast.success(`${name.trim()} was changed`);
      onDone();
      return undefined;
    },
  });
  const slug = form.field('slug');
  const isOther = slug.value.trim() !== subject.slug;
  return (
    <DialogForm form={form} submitLabel="Save" onCancel={onDone}>
      <TextField
        {...form.field('name')}
        label="Name"
        maxLength={limits.nameLength}
        autoComplete="off"
        required
      />
      <TextField
        {...slug}
        label="Slug"
        hint={
          isOther
            ? `Links to ${prefix}${subject.slug} stop working.`
            : `Its pages are at ${prefix}${subject.slug}`
        }
        maxLength={limits.slugLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </DialogForm>
  );
}
