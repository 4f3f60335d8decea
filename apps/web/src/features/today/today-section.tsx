import { type ReactNode, useId, useRef } from 'react';
import { useFocusFallback } from '#lib/hooks/use-focus-fallback.ts';

type Props = {
  title: string;
  /** The contents of the section, in one line. */
  description: string;
  /** The number of entries, including unlisted ones. */
  total: number;
  /** Shown when there is none. */
  empty: string;
  children: ReactNode;
};

/** A group of the page. It takes the focus when a line with the focus leaves it. */
export function TodaySection({ title, description, total, empty, children }: Props) {
  const titleId = useId();
  const region = useRef<HTMLElement>(null);
  const focusFallback = useFocusFallback(() => region.current?.focus());
  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex flex-col gap-2"
      {...focusFallback}
    >
      <header>
        <h2 id={titleId} className="text-body font-semibold">
          {title}
          {total === 0 ? null : (
            <span className="ml-2 font-normal text-muted tabular-nums">{total}</span>
          )}
        </h2>
        <p className="text-grid text-muted">{description}</p>
      </header>
      {total === 0 ? (
        <p className="rounded-md border border-line px-4 py-3 text-grid text-muted">{empty}</p>
      ) : (
        <ul aria-labelledby={titleId} className="rounded-md border border-line">
          {children}
        </ul>
      )}
    </section>
  );
}
