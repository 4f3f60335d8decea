import type { ReactNode } from 'react';
import { productName } from '#lib/page/product-name.ts';
import { Logo } from '#ui/layout/logo.tsx';

type Props = {
  title: string;
  description?: ReactNode;
  /** The page took the place of a form: its title takes the focus, so that it is read out. */
  isOutcome?: boolean;
  children?: ReactNode;
  /** The other way on, under the form. */
  footer?: ReactNode;
};

/** The frame of the pages for users who are not signed in. */
export function AuthPage({ title, description, isOutcome = false, children, footer }: Props) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-subtle px-4 pt-[max(2rem,14dvh)] pb-8">
      <div className="w-full max-w-auth">
        <p className="flex items-center gap-2 font-semibold">
          <Logo className="size-8" />
          {productName()}
        </p>
        <h1
          ref={isOutcome ? takeFocus : undefined}
          tabIndex={-1}
          className="mt-5 text-title font-semibold tracking-title [overflow-wrap:anywhere] outline-none"
        >
          {title}
        </h1>
        {description === undefined ? null : (
          <p className="mt-1 text-pretty [overflow-wrap:anywhere] text-muted">{description}</p>
        )}
        {children === undefined ? null : <div className="mt-5">{children}</div>}
        {footer === undefined ? null : <p className="mt-5">{footer}</p>}
      </div>
    </main>
  );
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus();
