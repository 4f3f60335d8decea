import type { ReactNode } from 'react';

/** The query parameter of the grid's filter by contributor. */
export const CONTRIBUTOR = 'contributor';

/**
 * A link in a cell without the router's hooks, since a grid has hundreds: `followCellLink` follows it
 * within the application. The cell takes the focus, as everywhere in the grid.
 */
export function PlainLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} tabIndex={-1} data-cell-link className="underline-offset-2 hover:underline">
      {children}
    </a>
  );
}
