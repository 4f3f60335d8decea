import { FormField, type FormFieldProps } from './form-field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

export type TextFieldProps = TextInputProps & Omit<FormFieldProps, 'children'>;

/**
 * The labelled text input. Passes on the constraint attributes (min, max, minLength, maxLength,
 * pattern, required, step); put `noValidate` on the form so that our messages show, not the
 * browser's.
 */
export function TextField({
  label,
  hint,
  error,
  required,
  labelHidden,
  className,
  ...input
}: TextFieldProps) {
  return (
    <FormField {...{ label, hint, error, required, labelHidden, className }}>
      <TextInput {...input} />
    </FormField>
  );
}
