import { googleError } from '../google/google-error.ts';
import type { EventPosition } from './event-list.ts';

/** A sync token: what came after `version` is new. It is valid only for lists of the same kind. */
export interface SyncToken {
  version: number;
  singleEvents: boolean;
}

/** The position of the next page, and the version at which the first one began. */
export interface PageToken {
  version: number;
  position: EventPosition;
}

export function writeToken(token: SyncToken | PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

export function readSyncToken(text: string): SyncToken {
  const token = parse(text);
  if (typeof token['version'] !== 'number' || typeof token['singleEvents'] !== 'boolean') {
    throw googleError(400, 'invalid', 'Invalid sync token value.');
  }
  return { version: token['version'], singleEvents: token['singleEvents'] };
}

export function readPageToken(text: string): PageToken {
  const { version, position } = parse(text);
  if (
    typeof version !== 'number' ||
    !Array.isArray(position) ||
    typeof position[0] !== 'number' ||
    typeof position[1] !== 'number'
  ) {
    throw googleError(400, 'invalid', 'Invalid page token value.');
  }
  return { version, position: [position[0], position[1]] };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return {}; // no token of ours, which the caller says in the words of its kind
  }
}
