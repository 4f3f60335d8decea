import type { ProviderKind } from '@repo/contract/providers';
import type { ServerSecurity } from '@repo/contract/server-login';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField, type TextFieldProps } from '#ui/forms/text-field.tsx';

export type Security = ServerSecurity;
type Input = Omit<TextFieldProps, 'label' | 'hint'>;

type Props = {
  kind: ProviderKind;
  host: Input;
  port: Input;
  user: Input;
  security: Security;
  onSecurityChange: (security: Security) => void;
};

const SECURITIES = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
] as const;

/** Mail servers, and servers of calendars, which are always reached over HTTPS. */
const MAIL = {
  legend: 'Mail server',
  label: 'IMAP server',
  example: 'imap.company.com',
  hasSecurity: true,
};
const CALENDAR = {
  legend: 'Calendar server',
  label: 'CalDAV server',
  example: 'caldav.company.com',
  hasSecurity: false,
};

/** The settings of a server, for a user who knows them. */
export function ServerFields({ kind, host, port, user, security, onSecurityChange }: Props) {
  const { legend, label, example, hasSecurity } = kind === 'calendar' ? CALENDAR : MAIL;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">{legend}</legend>
      <TextField
        label={label}
        required
        {...host}
        placeholder={example}
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid grid-cols-2 gap-4">
        {hasSecurity ? (
          <FormField label="Security">
            <Select
              value={security}
              onValueChange={onSecurityChange}
              options={SECURITIES}
              disabled={host.disabled}
              className="w-full"
            />
          </FormField>
        ) : null}
        <TextField label="Port" required {...port} inputMode="numeric" />
      </div>
      <TextField
        label="User name"
        hint="Only if your provider does not use your email address."
        {...user}
        autoCapitalize="none"
        spellCheck={false}
      />
    </fieldset>
  );
}
