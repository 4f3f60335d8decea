import { type ReactNode, useRef } from 'react';
import { useFocusFallback } from '#lib/hooks/use-focus-fallback.ts';

type Props = { label: string; className?: string; children: ReactNode };

/**
 * Takes the focus when the focused element is removed: a person who was hidden, merged or dismissed
 * leaves the list, and the button with them.
 */
export function PeopleRegion({ label, className, children }: Props) {
  const region = useRef<HTMLElement>(null);
  const focusFallback = useFocusFallback(() => region.current?.focus());
  return (
    <section ref={region} aria-label={label} tabIndex={-1} className={className} {...focusFallback}>
      {children}
    </section>
  );
}
