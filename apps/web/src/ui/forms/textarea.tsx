import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { useFieldControl } from './form-field.tsx';
import { inputStyle } from './input-style.ts';

/** Text of several lines; grows with it where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wired = useFieldControl(rest);
  return (
    <textarea
      {...wired}
      rows={rows}
      className={inputStyle({
        className: clsx('h-auto! field-sizing-content resize-y py-1.5', className),
      })}
    />
  );
}
