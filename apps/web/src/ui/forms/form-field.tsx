import { createContext, use, useId, useMemo, type ReactNode } from 'react';

type FieldWiring = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

const FieldContext = createContext<FieldWiring | undefined>(undefined);

export type FormFieldProps = {
  label: ReactNode;
  /** Helps to fill the field in; replaced by `error`. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the field with a bullet after its label. */
  required?: boolean | undefined;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean | undefined;
  className?: string | undefined;
  /** One input of this folder; it takes its id, description and state from here. */
  children: ReactNode;
};

/** Label, input, and under it the hint or, in its place, the error. */
export function FormField({
  label,
  hint,
  error,
  required = false,
  labelHidden = false,
  className,
  children,
}: FormFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const invalid = error !== undefined && error !== '';
  const message = invalid ? error : hint;
  const described = message !== undefined && message !== null && message !== '';
  const wiring = useMemo(
    () => ({ id, describedBy: described ? messageId : undefined, invalid, required }),
    [id, described, messageId, invalid, required],
  );

  return (
    <div className={className}>
      <div className={labelHidden ? 'sr-only' : 'mb-1 flex gap-1 text-grid font-medium'}>
        <label htmlFor={id}>{label}</label>
        {/* Beside the label, not in it: the field's name stays the bare word. */}
        {required ? (
          <span aria-hidden className="text-accent-ink">
            •
          </span>
        ) : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {described ? (
        <p
          id={messageId}
          role={invalid ? 'alert' : undefined}
          className={invalid ? 'mt-1 text-grid text-danger-ink' : 'mt-1 text-grid text-muted'}
        >
          {message}
        </p>
      ) : null}
    </div>
  );
}

type ControlAttributes = {
  id?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: React.AriaAttributes['aria-invalid'];
};

/** The attributes that tie an input to the `FormField` around it; explicit ones win. */
export function useFieldControl<T extends ControlAttributes>(props: T): T & ControlAttributes {
  const field = use(FieldContext);
  if (field === undefined) return props;
  return {
    ...props,
    id: props.id ?? field.id,
    required: props.required ?? (field.required || undefined),
    'aria-describedby': props['aria-describedby'] ?? field.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field.invalid || undefined),
  };
}
