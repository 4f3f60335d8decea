import type { ReactNode } from 'react';
import type { FormError } from '#lib/use-form.ts';
import { Banner } from '../feedback/banner.tsx';

type Props = { error: FormError | undefined; action?: ReactNode };

export function FormBanner({ error, action }: Props) {
  if (error === undefined) return null;
  return (
    <Banner kind="error" action={action}>
      {error.message}
      {error.detail === undefined ? null : <span className="block">{error.detail}</span>}
    </Banner>
  );
}
