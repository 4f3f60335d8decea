import type { ReactNode } from 'react';

/** One row of the page: a description, and the specimen. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="specimen">
      <p className="specimen-name">{name}</p>
      <div className="specimen-body">{children}</div>
    </div>
  );
}

export function SpecimenGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="specimen-group">
      <h2>{name}</h2>
      {children}
    </section>
  );
}
