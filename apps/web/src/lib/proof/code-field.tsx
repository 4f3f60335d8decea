import { TextField } from '#ui/forms/text-field.tsx';
import type { CodeForm } from './use-code-form.ts';

type Props = Pick<CodeForm, 'form' | 'kind'> & { recoveryHint: string };

/** Takes the focus: pages and dialogs with a code have no other purpose. */
export function CodeField({ form, kind, recoveryHint }: Props) {
  return (
    <TextField
      key={kind}
      {...form.field(kind)}
      {...(kind === 'code'
        ? {
            label: 'Code',
            hint: 'The six digits that your authenticator app shows now.',
            autoComplete: 'one-time-code',
            inputMode: 'numeric',
          }
        : { label: 'Recovery code', hint: recoveryHint, autoComplete: 'off' })}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page or dialog has this one purpose.
      autoFocus
      required
    />
  );
}
