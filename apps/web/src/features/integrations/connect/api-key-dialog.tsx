import type { ProviderDescriptor, ProviderId } from '@repo/contract/providers';
import type { ApiError } from '#lib/api/api-error.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { useForm, type FormProblem } from '#lib/use-form.ts';
import { toast } from '#ui/feedback/toast.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const FAILED = 'Failed to connect with API key';

type Props = {
  provider: ProviderDescriptor;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConnected: () => void;
  /** With the sandbox, the key that it accepts for this user. */
  sampleKey?: string | undefined;
};

/** The form for the key of a provider without OAuth. */
export function ApiKeyDialog(props: Props) {
  const { provider, open, onOpenChange } = props;
  const { name, connectHelp } = provider;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`Connect ${name}`}
      description={[`Enter your ${name} API key.`, connectHelp].join(' ').trim()}
    >
      <ApiKeyForm {...props} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that no key outlasts it. */
function ApiKeyForm({ provider, onOpenChange, onConnected, sampleKey }: Props) {
  const { user } = useAuth();
  const send = useSend();
  const form = useForm({
    initial: { apiKey: '' },
    validate: () => ({}),
    submit: async ({ apiKey }): Promise<FormProblem<{ apiKey: string }> | undefined> => {
      const key = apiKey.trim();
      if (key === '' || user === undefined) return { form: { message: FAILED } };
      const { data, error } = await send('POST /api/integrations/{provider}/callback', {
        params: { provider: provider.id },
        body: { code: key, state: apiKeyState(user.id, provider.id) },
      });
      if (error !== undefined) return { form: { message: FAILED, detail: detailOf(error) } };
      const synced = (data.syncResults?.activities ?? 0) > 0;
      toast.success(
        `${provider.name} account successfully connected${synced ? ' and synced!' : '!'}`,
      );
      onConnected();
      onOpenChange(false);
      return undefined;
    },
  });
  const { error: _none, value, ...field } = form.field('apiKey');
  return (
    <DialogForm
      form={form}
      submitLabel="Connect"
      submittingLabel="Connecting..."
      submitDisabled={value.trim() === ''}
      onCancel={() => onOpenChange(false)}
    >
      <FormField
        label="API key"
        required
        hint={
          sampleKey === undefined ? undefined : (
            <>
              {'This is a demo. Your key is '}
              <code className="font-mono break-all select-all">{sampleKey}</code>
            </>
          )
        }
      >
        <PasswordInput
          {...field}
          value={value}
          placeholder="Enter your API key..."
          autoComplete="off"
          data-1p-ignore
        />
      </FormField>
    </DialogForm>
  );
}

function detailOf({ message }: ApiError): string | undefined {
  return message === '' || message === FAILED ? undefined : message;
}

const NONCE_BYTES = 16;

/** The value sent with an API key in place of an OAuth state: Base64 of JSON. */
function apiKeyState(userId: string, provider: ProviderId): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const timestamp = Date.now();
  return btoa(JSON.stringify({ userId, provider, type: 'call_transcription', timestamp, nonce }));
}
