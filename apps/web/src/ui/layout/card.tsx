import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** At the right of the title: a badge, a button. */
  aside?: ReactNode;
  /** Buttons under a hairline at the foot. */
  footer?: ReactNode;
  headingLevel?: 2 | 3;
  className?: string | undefined;
  children?: ReactNode;
};

/** A bordered section, named by its title. */
export function Card({
  title,
  description,
  aside,
  footer,
  headingLevel = 2,
  className,
  children,
}: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={clsx('flex flex-col rounded-md border border-line bg-canvas', className)}
    >
      {title === undefined ? null : (
        <header className="flex items-start gap-3 px-4 py-3.5">
          <div className="min-w-0 flex-1">
            <Heading id={titleId} className="text-body font-semibold break-words">
              {title}
            </Heading>
            {description === undefined ? null : (
              <p className="mt-0.5 text-grid text-muted">{description}</p>
            )}
          </div>
          {aside}
        </header>
      )}
      {children === undefined ? null : (
        // Dialogs are drawn elsewhere: with nothing else in it, the card has no content.
        <div className={clsx('flex-1 px-4 pb-3.5 empty:hidden', title === undefined && 'pt-3.5')}>
          {children}
        </div>
      )}
      {footer === undefined ? null : (
        <footer className="relative mt-auto flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
          {footer}
        </footer>
      )}
    </section>
  );
}
