import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A figure that links to its details; the cell takes the focus, as everywhere in the grid. */
export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} className="hover:underline">
      {children}
    </Link>
  );
}
