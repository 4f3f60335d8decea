import type { ComponentProps } from 'react';
import { useFieldControl } from './form-field.tsx';
import { inputStyle, type InputSize } from './input-style.ts';

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: InputSize | undefined;
};

/** A bare text input; inside a `FormField` it is labelled and described by it. */
export function TextInput({ size, className, type = 'text', ...rest }: TextInputProps) {
  const wired = useFieldControl(rest);
  return <input {...wired} type={type} className={inputStyle({ size, className })} />;
}
