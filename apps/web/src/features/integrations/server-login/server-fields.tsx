import type { ServerSecurity } from '@repo/contract/server-login';
import { FormField } from '../../../ui/forms/form-field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx';

export type Security = ServerSecurity;
type Input = Omit<TextFieldProps, 'label' | 'hint'>;

type Props = {
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

/** The settings of a mail server, for a person who knows them. */
export function ServerFields({ host, port, user, security, onSecurityChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">Mail server</legend>
      <TextField
        label="IMAP server"
        required
        {...host}
        placeholder="imap.company.com"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid grid-cols-2 gap-4">
        <FormField label="Security">
          <Select
            value={security}
            onValueChange={onSecurityChange}
            options={SECURITIES}
            disabled={host.disabled}
            className="w-full"
          />
        </FormField>
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
