import { limits } from '@repo/contract/page-limits';
import { TextField, type TextFieldProps } from '#ui/forms/text-field.tsx';

type Props = Pick<TextFieldProps, 'name' | 'value' | 'error' | 'disabled' | 'onChange'>;

/** Takes the focus: the dialogs with a name have no other field. */
export function PasskeyNameField(field: Props) {
  return (
    <TextField
      {...field}
      label="Name"
      hint="How you recognize it, such as Work laptop."
      maxLength={limits.passkeyNameLength}
      autoComplete="off"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog has this one field.
      autoFocus
      required
    />
  );
}

export const nameProblem = ({ name }: { name: string }) => ({
  name: name.trim() === '' ? 'Name is required' : undefined,
});
