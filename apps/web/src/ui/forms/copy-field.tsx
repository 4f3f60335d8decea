import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { FormField } from './form-field.tsx';
import { TextInput } from './text-input.tsx';

export type CopyFieldProps = {
  /** Names the field and, in the toast, the copied text. */
  label: string;
  value: string;
  hint?: ReactNode;
};

/** A value to take elsewhere, with a Copy button. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  return (
    <FormField label={label} hint={hint}>
      <span className="flex gap-2">
        <TextInput
          readOnly
          value={value}
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          value={value}
          messages={{ copied: `${label} copied to clipboard` }}
          aria-label={`Copy ${label}`}
        />
      </span>
    </FormField>
  );
}
