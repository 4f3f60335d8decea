import type { ImportedRow } from '@repo/contract/account-import';
import { limits } from '@repo/contract/page-limits';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import type { FileRow } from './import-row.ts';

/** The most bytes of a character in JSON. */
const BYTES_PER_CHARACTER = 6;
const BYTES_PER_ROW = 60;

/** The rows from a position on that fit into one request: at least one. */
export function nextPart(rows: readonly FileRow[], position: number): FileRow[] {
  const part: FileRow[] = [];
  let bytes = 0;
  for (let at = position; at < rows.length && part.length < limits.rowsPerImportPart; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    const { domain, name, owner, note } = row;
    const characters = domain.length + name.length + owner.length + note.length;
    bytes += BYTES_PER_ROW + BYTES_PER_CHARACTER * characters;
    if (part.length > 0 && bytes > limits.importPartBytes) break;
    part.push(row);
  }
  return part;
}

type Send = { workspaceId: string; part: readonly FileRow[]; signal: AbortSignal };

export async function previewPart({ workspaceId, part, signal }: Send) {
  const { rows, capacity } = await apiRequestOrThrow(
    'POST /api/workspaces/{workspaceId}/account-import/preview',
    { params: { workspaceId }, body: { rows: part.map(withoutLine) }, signal },
  );
  return { rows: complete(rows, part), capacity };
}

/** Not interrupted once it was sent, so that its result is counted. */
export async function createPart({ workspaceId, part }: Omit<Send, 'signal'>) {
  const { rows } = await apiRequestOrThrow('POST /api/workspaces/{workspaceId}/account-import', {
    params: { workspaceId },
    body: { rows: part.map(withoutLine) },
  });
  return complete(rows, part);
}

const withoutLine = ({ domain, name, owner, note }: FileRow) => ({ domain, name, owner, note });

function complete(rows: ImportedRow[], part: readonly FileRow[]): ImportedRow[] {
  // Otherwise the same rows would be sent forever.
  if (rows.length === part.length) return rows;
  throw new Error('The server answered for rows that were not sent.');
}
