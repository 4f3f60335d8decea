import type { EndpointResponse } from '@repo/contract/endpoints';
import { encode } from 'uqr';
import { formProblem } from '#lib/api/field-problems.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { CopyButton } from '#ui/forms/copy-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

type NewApp = EndpointResponse<'POST /api/auth/factors/authenticator-app'>;

type Confirmation = {
  /** Receives the recovery codes, which cannot be read again; null if those from before still work. */
  onConfirmed: (recoveryCodes: readonly string[] | null) => void;
};

type Props = Confirmation & {
  app: NewApp | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Shows the secret of an authenticator app, and confirms it by a code. A click beside it does not close it. */
export function SetUpAppDialog({ app, open, onOpenChange, onConfirmed }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title="Set Up an Authenticator App"
      description="Scan the picture with an authenticator app on your phone, or type the key into it. Then enter the code that it shows."
    >
      {app === undefined ? null : (
        <ConfirmationForm
          app={app}
          onCancel={() => onOpenChange(false)}
          onConfirmed={onConfirmed}
        />
      )}
    </Dialog>
  );
}

type FormProps = Confirmation & { app: NewApp; onCancel: () => void };

function ConfirmationForm({ app, onCancel, onConfirmed }: FormProps) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' ? 'Enter the code' : undefined }),
    submit: async ({ code }) => {
      const body = { setUpToken: app.setUpToken, code: code.trim() };
      const result = await withProof(() =>
        send('PUT /api/auth/factors/authenticator-app', { body }),
      );
      if (result === undefined) return undefined;
      if (result.error !== undefined) {
        return formProblem(result.error, ['code'], 'The app could not be confirmed');
      }
      onConfirmed(result.data.recoveryCodes);
      return undefined;
    },
  });
  return (
    <>
      <DialogForm form={form} submitLabel="Confirm" onCancel={onCancel}>
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={app.address} />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-grid font-medium">Key</p>
            <p className="my-1 font-mono text-grid break-words">{inFours(app.key)}</p>
            <CopyButton size="small" value={app.key} messages={{ copied: 'Key copied' }}>
              Copy Key
            </CopyButton>
          </div>
        </div>
        <TextField
          {...form.field('code')}
          label="Code"
          hint="Six digits. The app shows a new code every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </DialogForm>
      {proofDialog}
    </>
  );
}

const inFours = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key;

/** Black on white in every theme, with the margin that cameras need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A drawing in the code of the page.
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
