import { useState } from 'react';
import { type FormProblem, useForm } from '../use-form.ts';

/** Where a code comes from: the authenticator app, or the user's list of recovery codes. */
export type CodeKind = 'code' | 'recoveryCode';

type Codes = Record<CodeKind, string>;

type Options = {
  initialKind?: CodeKind;
  /** Sends the code, and resolves to the problems that the server found in this field, if any. */
  submit: (code: Partial<Codes>, kind: CodeKind) => Promise<FormProblem<Codes> | undefined>;
};

/** A form for one code of the second factor. `CodeField` is its field. */
export function useCodeForm({ initialKind = 'code', submit }: Options) {
  const [kind, setKind] = useState<CodeKind>(initialKind);
  const form = useForm<Codes>({
    initial: { code: '', recoveryCode: '' },
    validate: (codes) => ({ [kind]: codes[kind].trim() === '' ? 'Enter a code' : undefined }),
    submit: (codes) => submit({ [kind]: codes[kind].trim() }, kind),
  });
  return {
    form,
    kind,
    switchKind: () => setKind(kind === 'code' ? 'recoveryCode' : 'code'),
  };
}

export type CodeForm = ReturnType<typeof useCodeForm>;
