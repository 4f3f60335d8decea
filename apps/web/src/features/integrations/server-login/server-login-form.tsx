import type { ProviderDescriptor } from '@repo/contract/providers';
import { useState } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm, type FormProblem } from '#lib/use-form.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { CaptureField } from '../connect/capture-field.tsx';
import { choosesText } from '../connect/chooses-text.ts';
import { ServerFields, type Security } from './server-fields.tsx';
import { ServerStatus } from './server-status.tsx';
import { useFoundServer } from './use-found-server.ts';

const EMPTY = { address: '', password: '', host: '', port: '', user: '' };
/** Of IMAP with and without TLS from the beginning, and of CalDAV. */
const PORTS = { tls: '993', starttls: '143', calendar: '443' };
type Values = typeof EMPTY;

type Props = {
  provider: ProviderDescriptor;
  /** Filled in at first. */
  address: string;
  /** The first choice for a mailbox. */
  capturesText?: boolean | undefined;
  onConnected: () => void;
  onCancel: () => void;
};

/**
 * Connects a mailbox over IMAP or a calendar over CalDAV with `POST /api/integrations/{provider}/sign-in`.
 * Lives as long as the dialog is open, so that no password outlasts it.
 */
export function ServerLoginForm({
  provider,
  address: known,
  capturesText: chosen = true,
  onConnected,
  onCancel,
}: Props) {
  const send = useSend();
  const isCalendar = provider.kind === 'calendar';
  const [capturesText, setCapturesText] = useState(chosen);
  const canChoose = choosesText(provider);
  const [isManual, setManual] = useState(false);
  const [security, setSecurity] = useState<Security>('tls');
  const form = useForm<Values>({
    initial: { ...EMPTY, address: known, port: isCalendar ? PORTS.calendar : PORTS.tls },
    validate: ({ port }) =>
      hasFields && !isPort(port) ? { port: 'Enter a number from 1 to 65535.' } : {},
    // A server says only that the sign-in was wrong.
    concerns: { address: ['password'], user: ['password'], host: ['password'] },
    submit: async ({ address, password, host, port, user }) => {
      const server = hasFields
        ? { host: host.trim(), port: Number(port), security }
        : found?.server;
      if (server === undefined) return undefined;
      const name = hasFields ? user.trim() : found?.user;
      const { error } = await send('POST /api/integrations/{provider}/sign-in', {
        params: { provider: provider.id },
        body: {
          address: address.trim(),
          password,
          server,
          ...(name && { user: name }),
          ...(canChoose && { capturesText }),
        },
      });
      if (error !== undefined) return problemOf(error, isCalendar ? 'calendar' : 'mailbox');
      toast.success(`${provider.name} account successfully connected!`);
      onConnected();
      return undefined;
    },
  });
  const address = form.field('address');
  const { error: passwordError, ...password } = form.field('password');
  const host = form.field('host');
  const search = useFoundServer(provider.id, address.value);
  const found = search.state === 'done' ? search.found : undefined;
  const isUnknown = search.state === 'done' && search.found === null;
  const hasFields = isManual || isUnknown;
  const hasServer = hasFields ? host.value.trim() !== '' : found?.server !== undefined;

  const enterSettings = () => {
    if (found?.server !== undefined) {
      form.set({
        host: found.server.host,
        port: String(found.server.port),
        user: found.user ?? '',
      });
      setSecurity(found.server.security);
    }
    setManual(true);
  };

  return (
    <DialogForm
      form={form}
      submitLabel="Connect"
      submittingLabel="Signing in..."
      submitDisabled={search.state !== 'done' || !hasServer || password.value === ''}
      onCancel={onCancel}
    >
      <TextField
        label="Email address"
        required
        {...address}
        type="email"
        placeholder="you@company.com"
        autoComplete="email"
      />
      <FormField
        label="Password or app password"
        required
        error={passwordError}
        hint={hasFields ? undefined : found?.server && found.help}
      >
        <PasswordInput {...password} autoComplete="off" data-1p-ignore />
      </FormField>
      {canChoose ? <CaptureField capturesText={capturesText} onChange={setCapturesText} /> : null}
      <ServerStatus
        search={search}
        kind={provider.kind}
        address={address.value}
        isManual={isManual}
        onChange={enterSettings}
      />
      {hasFields ? (
        <ServerFields
          kind={provider.kind}
          host={host}
          port={form.field('port')}
          user={form.field('user')}
          security={security}
          onSecurityChange={(next) => {
            setSecurity(next);
            form.set({ port: PORTS[next] });
          }}
        />
      ) : null}
    </DialogForm>
  );
}

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) > 0 && Number(text) <= 65_535;

/** The server names the wrong part of a sign-in; all other errors concern the whole form. */
function problemOf(error: ApiError, what: string): FormProblem<Values> {
  const message = failureMessage(error, `The ${what} was not connected. Try again.`);
  const details: unknown[] = Array.isArray(error.details) ? error.details : [];
  const isPassword = details.some(
    (detail) =>
      typeof detail === 'object' &&
      detail !== null &&
      'field' in detail &&
      detail.field === 'password',
  );
  return isPassword ? { fields: { password: message } } : { form: { message } };
}
