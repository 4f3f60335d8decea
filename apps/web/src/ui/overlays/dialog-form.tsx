import type { ReactNode } from 'react';
import type { Form } from '#lib/use-form.ts';
import { Button } from '../forms/button.tsx';
import { DialogBody, DialogFooter, useBusyDialog } from './dialog.tsx';
import { FormBanner } from '../forms/form-banner.tsx';

type DialogFormProps = {
  form: Form;
  submitLabel: string;
  /** The progress text while the form is sent. */
  submittingLabel?: string | undefined;
  /** The action cannot be undone, or ends something. */
  destructive?: boolean | undefined;
  /** A required value is still missing. */
  submitDisabled?: boolean | undefined;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
};

/**
 * The form of a dialog, rendered as its content, so that it is reset each time the dialog opens.
 * The dialog stays open while the form is sent.
 */
export function DialogForm({
  form,
  submitLabel,
  submittingLabel,
  destructive = false,
  submitDisabled,
  onCancel,
  children,
}: DialogFormProps) {
  useBusyDialog(form.submitting);
  return (
    <form {...form.props} className="flex min-h-0 flex-col">
      <DialogBody>
        <div className="flex flex-col gap-4">
          <FormBanner error={form.error} />
          {children}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={form.submitting} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={destructive ? 'destructive' : 'primary'}
          disabled={submitDisabled}
          loading={form.submitting}
          loadingLabel={submittingLabel}
        >
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
