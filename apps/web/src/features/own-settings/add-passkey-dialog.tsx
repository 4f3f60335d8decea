import { createPasskey } from '#lib/passkeys/request-passkey.ts';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { nameProblem, PasskeyNameField } from './passkey-name-field.tsx';

type Adding = {
  /** Receives the recovery codes, which cannot be read again; null if those from before still work. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
};

type Props = Adding & { open: boolean; onOpenChange: (open: boolean) => void };

export function AddPasskeyDialog({ open, onOpenChange, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Add a Passkey"
      description="Give it a name. Then your browser asks where to keep it: on this device, on your phone, or on a security key."
    >
      <NameForm onCancel={() => onOpenChange(false)} onAdded={onAdded} />
    </Dialog>
  );
}

const FAILURE = 'The passkey could not be added';

function NameForm({ onCancel, onAdded }: Adding & { onCancel: () => void }) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const form = useForm({
    initial: { name: '' },
    validate: nameProblem,
    submit: async ({ name }) => {
      const begun = await withProof(() => send('POST /api/auth/factors/passkeys/options'));
      if (begun === undefined) return undefined;
      if (begun.error !== undefined) return formProblem(begun.error, ['name'], FAILURE);
      const asked = await createPasskey(begun.data);
      if ('problem' in asked) return { form: { message: asked.problem } };
      const body = { ...asked.result, name: name.trim() };
      const added = await withProof(() => send('POST /api/auth/factors/passkeys', { body }));
      if (added === undefined) return undefined;
      if (added.error !== undefined) return formProblem(added.error, ['name'], FAILURE);
      onAdded(added.data.recoveryCodes);
      return undefined;
    },
  });
  return (
    <>
      <DialogForm form={form} submitLabel="Continue" onCancel={onCancel}>
        <PasskeyNameField {...form.field('name')} />
      </DialogForm>
      {proofDialog}
    </>
  );
}
