import { limits } from '@repo/contract/page-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import type { ApiError } from '#lib/api/api-error.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useForm } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

type Rule = { isRequired: boolean; graceDays: number };

type FormProps = {
  /** Whether it is required now, or announced. */
  isRequired: boolean;
  send: (rule: Rule) => Promise<{ error?: ApiError | undefined }>;
  onClose: () => void;
};

type Props = Omit<FormProps, 'onClose'> & {
  /** The users that it is for, as in 'the members of Acme'. */
  whom: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Requires a second factor of some users, now or after some days, or no longer. */
export function RequireFactorDialog({ whom, open, onOpenChange, ...props }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Second factor of ${whom}`}
      description="After the deadline, users without a second factor can only set one up. Their API keys stop working until they do."
    >
      <RuleForm {...props} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RuleForm({ isRequired: before, send, onClose }: FormProps) {
  const client = useQueryClient();
  const { withProof, proofDialog } = useFreshProof();
  const [isRequired, setRequired] = useState(before);
  const form = useForm({
    initial: { graceDays: '14' },
    validate: ({ graceDays }) => ({ graceDays: isRequired ? daysProblem(graceDays) : undefined }),
    submit: async ({ graceDays }) => {
      const rule = { isRequired, graceDays: isRequired ? Number(graceDays) : 0 };
      const result = await withProof(() => send(rule));
      if (result === undefined) return undefined;
      if (result.error !== undefined) {
        return formProblem(result.error, ['graceDays'], 'The rule could not be changed');
      }
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      toast.success(isRequired ? 'A second factor is required' : 'A second factor is optional');
      onClose();
      return undefined;
    },
  });
  return (
    <>
      <DialogForm form={form} submitLabel="Save" onCancel={onClose}>
        <Checkbox
          label="Require a second factor"
          checked={isRequired}
          disabled={form.submitting}
          onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
        />
        {isRequired ? (
          <TextField
            {...form.field('graceDays')}
            label="Days until then"
            hint={`From 0, which is now, to ${limits.secondFactorGraceDays}, counted from today.`}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        ) : null}
      </DialogForm>
      {proofDialog}
    </>
  );
}

function daysProblem(typed: string): string | undefined {
  const isDays = /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= limits.secondFactorGraceDays;
  return isDays ? undefined : `Enter a number from 0 to ${limits.secondFactorGraceDays}`;
}
