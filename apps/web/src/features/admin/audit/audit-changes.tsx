import type { AuditEntry } from '@repo/contract/admin';
import { fieldLabel, fieldValue } from './audit-labels.ts';

/** What the fields that a change set held before and after it, a line each. */
export function AuditChanges({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-words">
          <span className="text-muted">{fieldLabel(name)} </span>
          {before === null ? null : (
            <>
              <del className="text-muted">{fieldValue(before[name])}</del>
              {after === null ? null : <span aria-hidden> → </span>}
            </>
          )}
          {after === null ? null : <ins className="no-underline">{fieldValue(after[name])}</ins>}
        </li>
      ))}
    </ul>
  );
}
