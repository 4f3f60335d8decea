import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type FormEvent,
} from 'react';

type TextValues = Record<string, string>;

/** The problems by field, each in a sentence for the user. */
export type FieldErrors<Values extends TextValues> = {
  [Field in keyof Values]?: string | undefined;
};

/** The problem of the whole form, not of a field. */
export type FormError = { message: string; detail?: string | undefined };

export type FormProblem<Values extends TextValues> = {
  fields?: FieldErrors<Values>;
  form?: FormError;
};

/** The state of a form besides its fields. */
export type Form = {
  submitting: boolean;
  error: FormError | undefined;
  /** For the `form` element. */
  props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'noValidate'>;
};

type FormOptions<Values extends TextValues> = {
  initial: Values;
  /** Validates on submit; the form is not sent while there are errors. */
  validate: (values: Values) => FieldErrors<Values>;
  /** For each field, the other fields with errors about it, which disappear when it is edited. */
  concerns?: { [Field in keyof Values]?: readonly (keyof Values)[] };
  /** Sends the values and resolves to the problems that the server found, if any. */
  submit: (values: Values) => Promise<FormProblem<Values> | undefined>;
};

/**
 * A form of text fields: stores the input, disables the fields while the form is sent, ignores
 * further submits until then, clears a field's error when that field is edited, and moves the focus
 * to the first field with an error.
 */
export function useForm<Values extends TextValues>(options: FormOptions<Values>) {
  const [values, setValues] = useState(options.initial);
  const [problem, setProblem] = useState<FormProblem<Values>>({});
  const [submitting, setSubmitting] = useState(false);
  // A second submit can happen before the form is rendered disabled.
  const sending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const focusedBefore = useRef<Element>(null);

  useLayoutEffect(() => {
    // Only now, because a disabled field cannot be focused.
    if (submitting || focusedBefore.current === null) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = wrong ?? focusedBefore.current;
    if (target instanceof HTMLElement) target.focus();
    focusedBefore.current = null;
  });

  const onSubmit = async (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    if (sending.current) return;
    focusedBefore.current = document.activeElement;
    const fields = options.validate(values);
    if (Object.values(fields).some((message) => message !== undefined)) {
      setProblem({ fields });
      return;
    }
    setProblem({});
    setSubmitting(true);
    sending.current = true;
    try {
      setProblem((await options.submit(values)) ?? {});
    } finally {
      sending.current = false;
      setSubmitting(false);
    }
  };

  return {
    submitting,
    error: problem.form,
    /** For the `form` element. */
    props: { ref: form, onSubmit, noValidate: true },
    /** Fills fields in, as if they had been typed. */
    set: (filled: Partial<Values>) => setValues((before) => ({ ...before, ...filled })),
    /** For the input or the text area of a field. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name],
      error: problem.fields?.[name],
      disabled: submitting,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setValues((before) => ({ ...before, [name]: target.value }));
        const solved = [name, ...(options.concerns?.[name] ?? [])];
        setProblem(({ fields }) => ({
          fields: {
            ...fields,
            ...Object.fromEntries(solved.map((field) => [field, undefined])),
          } as FieldErrors<Values>,
        }));
      },
    }),
  };
}
