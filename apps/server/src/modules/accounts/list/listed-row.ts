import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { IconAddress } from '../icons/icon-address.ts';

/** The columns of an account that the grid shows. The optional columns come on request. */
interface AccountColumns {
  domain: string;
  /**
   * The fields that the database stores as JSON, with the opening brace and without the closing one. The domain is
   * between two control characters in place of its field.
   */
  stored: Json;
  relationship?: Json | null;
  owner?: Json | null;
  note?: string;
  tags?: Json;
  timelineSummary?: Json;
}

/** A field of the response that the database returns as the text of its JSON. */
type Json = string;

/**
 * A row of the list. The first has the facts about the whole list; a member gets it even if nothing matches. The
 * row after the page has no account; its presence says that there are more.
 */
export type ListedRow = {
  total: number | null;
  /** Whether stored counts that the list is sorted or filtered by are outdated for some account. */
  isStale: boolean | null;
  /** The position of the page's last account, for the cursor; in its row alone. */
  lastKey?: string | null;
  lastId?: string | null;
} & (AccountColumns | { [Column in keyof AccountColumns]: null });

/**
 * Writes the columns of an account as a row of the contract (`accountRow`), in JSON. Fields that are
 * JSON already are not parsed, which would take longer than everything else (docs/decisions/grid-rows.md).
 */
export function writeRow(row: ListedRow & { domain: string }, iconAddress: IconAddress): string {
  const { stored, relationship, owner, note, tags, timelineSummary } = row;
  const domain = JSON.stringify(shownDomain(row.domain));
  const [before, , after] = stored.split('\u{1}');
  let json = `${before}"domain":${domain}${after},"faviconUrl":${JSON.stringify(iconAddress(row.domain))}`;
  if (relationship !== undefined) json += `,"relationship":${relationship}`;
  if (owner !== undefined) json += `,"owner":${owner}`;
  if (note !== undefined) json += `,"note":${JSON.stringify(note)}`;
  if (tags !== undefined) json += `,"tags":${tags}`;
  if (timelineSummary !== undefined) json += `,"timelineSummary":${timelineSummary}`;
  return `${json}}`;
}
