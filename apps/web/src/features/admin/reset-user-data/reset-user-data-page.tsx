import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormBanner } from '#ui/forms/form-banner.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { AdminPage } from '../admin-page.tsx';

/** Wipes what one user imported, for anyone who tries the import again and again. */
export function ResetUserDataPage() {
  const client = useQueryClient();
  const send = useSend();
  const confirmation = useConfirm();
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({
      email: email.trim() === '' ? 'Please enter an email address' : undefined,
    }),
    submit: async ({ email }) => {
      if (!(await confirmation.confirm())) return undefined;
      const { data, error } = await send('DELETE /api/admin/reset/user-data', {
        body: { email: email.trim() },
      });
      if (error !== undefined) return formProblem(error, ['email'], 'Failed to reset user data');
      const { accountsDeleted = 0, accountSharesDeleted = 0 } = data?.deletedCounts ?? {};
      toast.success(
        `Successfully reset data for ${data?.user?.email || email.trim()}. Deleted: ${accountsDeleted} accounts, ${accountSharesDeleted} shares.`,
      );
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      return undefined;
    },
  });
  const email = form.field('email');
  const isBlank = email.value.trim() === '';
  return (
    <AdminPage
      width="form"
      title="Reset User Data"
      description="Deletes everything that one user imported, so that they can start over."
      actions={<Badge kind="warning">Development Only</Badge>}
    >
      <form {...form.props}>
        <Card
          footer={
            <Button
              type="submit"
              variant="destructive"
              disabled={isBlank}
              loading={form.submitting}
            >
              Reset User Data
            </Button>
          }
        >
          <div className="flex flex-col gap-4">
            <FormBanner error={form.error} />
            <TextField
              {...email}
              // Enter does not submit an empty form, because its button is disabled.
              onKeyDown={(event) => {
                if (event.key === 'Enter' && isBlank) void form.props.onSubmit(event);
              }}
              label="Email"
              type="email"
              hint="The email of the user whose data will be deleted."
              maxLength={limits.emailLength}
              autoComplete="off"
              required
            />
          </div>
        </Card>
      </form>
      <ConfirmDialog
        {...confirmation.dialog}
        destructive
        title="Confirm Reset"
        description={`This deletes for ${email.value.trim()}:`}
        confirmLabel="Reset User Data"
      >
        <ul className="list-disc space-y-1 pl-5">
          <li>All accounts discovered by the user</li>
          <li>All shares of those accounts</li>
        </ul>
        <p>This action cannot be undone.</p>
      </ConfirmDialog>
    </AdminPage>
  );
}

/** Shows a confirmation dialog and waits for the choice. `dialog` contains the props of a `ConfirmDialog`. */
function useConfirm() {
  const [open, setOpen] = useState(false);
  const resolveChoice = useRef<(confirmed: boolean) => void>(undefined);
  const close = (confirmed: boolean) => {
    setOpen(false);
    resolveChoice.current?.(confirmed);
    resolveChoice.current = undefined;
  };
  return {
    confirm: () =>
      new Promise<boolean>((resolve) => {
        resolveChoice.current = resolve;
        setOpen(true);
      }),
    dialog: {
      open,
      onOpenChange: (next: boolean) => {
        if (!next) close(false);
      },
      onConfirm: () => close(true),
    },
  };
}
