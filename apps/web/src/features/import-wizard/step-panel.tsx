import { useId, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { focusIfLost } from '#ui/layout/focus-if-lost.ts';

type Props = {
  icon: ReactNode;
  iconKind?: 'neutral' | 'success' | 'error';
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The way back, at the left. */
  back?: ReactNode;
  /** The way on, at the right. */
  next?: ReactNode;
};

const ICON_STYLE = {
  neutral: 'border-line bg-subtle text-muted',
  success: 'border-transparent bg-success-soft text-success-ink',
  error: 'border-transparent bg-danger-soft text-danger-ink',
};

/**
 * The content below the step indicator. When its title changes while nothing else has the focus
 * (the button that was pressed is gone) the title takes it, and so is read out.
 */
export function StepPanel({
  icon,
  iconKind = 'neutral',
  title,
  description,
  children,
  back,
  next,
}: Props) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col rounded-md border border-line bg-canvas"
    >
      <div className="flex min-h-64 flex-col px-4 py-5 sm:px-6 sm:py-6">
        <div className="flex items-start gap-3" role={iconKind === 'error' ? 'alert' : undefined}>
          <span
            aria-hidden
            className={clsx(
              'flex size-10 shrink-0 items-center justify-center rounded-md border [&_svg]:size-icon',
              ICON_STYLE[iconKind],
            )}
          >
            {icon}
          </span>
          <div className="min-w-0 flex-1">
            <h2
              key={title}
              ref={focusIfLost}
              id={titleId}
              tabIndex={-1}
              className="text-body font-semibold outline-none"
            >
              {title}
            </h2>
            {description === undefined ? null : (
              <p className="mt-0.5 text-body [overflow-wrap:anywhere] text-muted">{description}</p>
            )}
          </div>
        </div>
        {children === undefined ? null : (
          <div className="mt-5 flex flex-1 flex-col">{children}</div>
        )}
      </div>
      <footer className="flex min-h-15 flex-wrap items-center gap-2 border-t border-line px-4 py-3 sm:px-6">
        {back}
        <span className="ml-auto flex min-w-0 flex-wrap justify-end gap-2">{next}</span>
      </footer>
    </section>
  );
}
