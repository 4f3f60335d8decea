import { type ReactNode, useId } from 'react';
import { focusIfLost } from '#ui/layout/focus-if-lost.ts';

type Props = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** The way back, at the left. */
  back?: ReactNode;
  /** The way on, at the right. */
  next?: ReactNode;
};

/**
 * A step of the import. When its title changes and the button that was pressed is gone, the title takes the
 * focus, and so is read out.
 */
export function Step({ title, description, children, back, next }: Props) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col rounded-md border border-line bg-canvas"
    >
      <div className="flex flex-col gap-4 px-4 py-4">
        <div>
          <h2
            key={title}
            ref={focusIfLost}
            id={titleId}
            tabIndex={-1}
            className="text-body font-semibold [overflow-wrap:anywhere] outline-none"
          >
            {title}
          </h2>
          {description === undefined ? null : (
            <p className="mt-0.5 text-grid text-muted">{description}</p>
          )}
        </div>
        {children}
      </div>
      {back === undefined && next === undefined ? null : (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
          {back}
          <span className="ml-auto flex min-w-0 flex-wrap justify-end gap-2">{next}</span>
        </footer>
      )}
    </section>
  );
}
