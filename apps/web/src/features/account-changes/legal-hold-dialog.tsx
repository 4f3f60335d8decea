import { limits } from '@repo/contract/page-limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { formatOwnInstant } from '#lib/time/business-time.ts';
import { useForm } from '#lib/use-form.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { Textarea } from '#ui/forms/textarea.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

type Subject = { account: { id: string; name: string; heldSince: Date | undefined } };

type Props = Subject & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Puts an account under a legal hold, or shows the hold and lifts it. */
export function LegalHoldDialog({ account, open, onOpenChange }: Props) {
  return account.heldSince === undefined ? (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`Legal hold on ${account.name}`}
      description="Activities of this account are kept, however old, and the account cannot be deleted or merged until an owner lifts the hold. Members see that there is one."
    >
      <LegalHoldForm account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  ) : (
    <LiftDialog account={account} open={open} onOpenChange={onOpenChange} />
  );
}

function LegalHoldForm({ account, onDone }: Subject & { onDone: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => ({
      reason: reason.trim() === '' ? 'Please enter a reason' : undefined,
    }),
    submit: async ({ reason }) => {
      try {
        await apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
          params: { workspaceId, accountId: account.id },
          body: { reason: reason.trim() },
        });
      } catch (error) {
        return { form: { message: failureMessage(error, 'Failed to place the legal hold') } };
      }
      await client.invalidateQueries({ queryKey: ['account', account.id] });
      toast.success(`${account.name} is under a legal hold`);
      onDone();
      return undefined;
    },
  });
  const { error, ...field } = form.field('reason');
  return (
    <DialogForm form={form} submitLabel="Place Hold" onCancel={onDone}>
      <FormField label="Reason" error={error} hint="For owners, administrators and the audit log.">
        <Textarea {...field} required maxLength={limits.legalHoldReasonLength} />
      </FormField>
    </DialogForm>
  );
}

function LiftDialog({ account, open, onOpenChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const params = { workspaceId, accountId: account.id };
  const query = useQuery({
    queryKey: ['legal-hold', account.id],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
        params,
        signal,
      }),
    enabled: open,
    gcTime: 0,
  });
  const lift = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold', {
        params,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['account', account.id] });
      toast.success(`The legal hold on ${account.name} was lifted`);
      onOpenChange(false);
    },
  });
  const legalHold = query.data?.legalHold;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        lift.reset();
        onOpenChange(next);
      }}
      title={`Lift the legal hold on ${account.name}?`}
      description="Activities older than the workspace or its members keep are deleted the following night, and the account can be deleted again."
      confirmLabel="Lift Hold"
      destructive
      loading={lift.isPending}
      error={
        lift.error === null
          ? undefined
          : failureMessage(lift.error, 'Failed to lift the legal hold. Please try again.')
      }
      onConfirm={() => lift.mutate()}
    >
      {legalHold ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-grid">
          <dt className="text-muted">Reason</dt>
          <dd className="break-words whitespace-pre-wrap">{legalHold.reason}</dd>
          <dt className="text-muted">Placed</dt>
          <dd>
            {formatOwnInstant(new Date(legalHold.heldAt))}
            {legalHold.heldBy === null ? '' : `, by ${legalHold.heldBy}`}
          </dd>
        </dl>
      ) : query.isError ? (
        <FailureBanner retrying={query.isFetching} onRetry={() => void query.refetch()}>
          Failed to load the reason
        </FailureBanner>
      ) : (
        <LoadingState label="Loading the reason..." />
      )}
    </ConfirmDialog>
  );
}
