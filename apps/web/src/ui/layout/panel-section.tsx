import type { ReactNode } from 'react';

type Props = { title: string; action: ReactNode; children: ReactNode };

/** A section of a side panel with a button to change its content. */
export function PanelSection({ title, action, children }: Props) {
  return (
    <section>
      <div className="mb-1 flex h-7 items-center justify-between">
        <h3 className="text-grid font-medium text-muted">{title}</h3>
        <span className="-mr-2">{action}</span>
      </div>
      {children}
    </section>
  );
}
