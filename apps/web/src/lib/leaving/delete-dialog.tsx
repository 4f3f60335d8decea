import type { DeletionPlan } from '@repo/contract/deletions';
import { limits } from '@repo/contract/page-limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog, DialogBody } from '#ui/overlays/dialog.tsx';
import type { ApiError } from '../api/api-error.ts';
import { continues } from '../api/continues.ts';
import { formProblem } from '../api/field-problems.ts';
import { useFreshProof } from '../proof/use-fresh-proof.tsx';
import { useHasPassword } from '../proof/use-has-password.ts';
import { useForm } from '../use-form.ts';
import { type Deleted, effectsOfDeletion } from './deletion-effects.ts';

export type Confirmed = { email: string; currentPassword: string; isImmediate: boolean };

export type DeleteDialogProps = {
  deleted: Deleted;
  /** Their email, which is typed to confirm. */
  email: string;
  planKey: readonly unknown[];
  fetchPlan: (signal: AbortSignal) => Promise<DeletionPlan>;
  send: (confirmed: Confirmed) => Promise<{ error?: ApiError | undefined }>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** @param goesOn what the server still does, in its words. */
  onDone: (goesOn?: string) => void;
};

/** Says with counts what deleting someone does, and has their email typed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { deleted, planKey, fetchPlan, open, onOpenChange } = props;
  const plan = useQuery({
    queryKey: planKey,
    queryFn: ({ signal }) => fetchPlan(signal),
    enabled: open,
    gcTime: 0,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deleted === 'you' ? 'Delete Your Account' : `Delete ${deleted.name}`}
      description="Check what happens before you confirm."
    >
      {plan.data === undefined ? (
        <DialogBody>
          {plan.isError ? (
            <FailureBanner retrying={plan.isFetching} onRetry={() => void plan.refetch()}>
              Failed to count what is deleted
            </FailureBanner>
          ) : (
            <LoadingState label="Counting what is deleted..." />
          )}
        </DialogBody>
      ) : (
        <DeleteForm {...props} plan={plan.data} />
      )}
    </Dialog>
  );
}

function DeleteForm({
  deleted,
  email,
  send,
  plan,
  onOpenChange,
  onDone,
}: DeleteDialogProps & { plan: DeletionPlan }) {
  const isSelf = deleted === 'you';
  const { withProof, proofDialog } = useFreshProof();
  const asksPassword = useHasPassword(isSelf) && isSelf;
  const [isImmediate, setImmediate] = useState(false);
  const { lines, blocked } = effectsOfDeletion(plan, deleted, isImmediate);
  const done = (goesOn?: string) => {
    onOpenChange(false);
    onDone(goesOn);
  };
  const form = useForm({
    initial: { email: '', currentPassword: '' },
    validate: (typed) => ({
      email: typed.email.trim().toLowerCase() === email ? undefined : `Type ${email} to confirm`,
      currentPassword:
        asksPassword && typed.currentPassword === '' ? 'Current password is required' : undefined,
    }),
    submit: async (typed) => {
      const result = await withProof(() => send({ ...typed, isImmediate }));
      if (result === undefined) return undefined;
      const { error } = result;
      if (error !== undefined && !continues(error)) {
        return formProblem(error, ['email', 'currentPassword'], 'Failed to delete');
      }
      done(error?.message);
      return undefined;
    },
  });
  const { error: passwordError, ...password } = form.field('currentPassword');
  return (
    <>
      <DialogForm
        form={form}
        destructive
        submitLabel={isSelf ? 'Delete My Account' : 'Delete'}
        submitDisabled={blocked !== undefined}
        onCancel={() => onOpenChange(false)}
      >
        {blocked === undefined ? null : <Banner kind="warning">{blocked}</Banner>}
        <ul className="flex list-disc flex-col gap-1 pl-5 text-body break-words">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {isSelf ? (
          <Checkbox
            label="Delete everything now"
            hint={`Does not wait ${limits.leavingDays} days. This cannot be undone.`}
            checked={isImmediate}
            disabled={form.submitting}
            onChange={({ target }) => setImmediate(target.checked)}
          />
        ) : null}
        <TextField
          {...form.field('email')}
          label={`Type ${email} to confirm`}
          type="email"
          maxLength={limits.emailLength}
          autoComplete="off"
          required
        />
        {asksPassword ? (
          <FormField label="Current password" error={passwordError} required>
            <PasswordInput {...password} autoComplete="current-password" />
          </FormField>
        ) : null}
      </DialogForm>
      {proofDialog}
    </>
  );
}
