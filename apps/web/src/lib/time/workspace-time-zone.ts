import { businessTimeZone } from '@repo/domain/time/business-day';
import { isTimeZone } from '@repo/domain/time/time-zone';
import { isFullServer } from '../server-level.ts';
import { ownTimeZone } from './own-time-zone.ts';

let current = businessTimeZone;

/**
 * The time zone in which days and times are shown: that of the workspace of the page, or the
 * reader's own on a page that belongs to no workspace.
 */
export const workspaceTimeZone = (): string => current;

/**
 * Shows days and times in the time zone of a workspace. Absent for a server that does not know time
 * zones of workspaces; a time zone that this browser does not know counts as absent.
 *
 * A variable of the module, since formats are used outside of components as well. The pages of a
 * workspace are built again when it changes (`workspace-boundary.tsx`).
 */
export function useTimeZoneOf({ timeZone }: { timeZone?: string | undefined }): string {
  return setWorkspaceTimeZone(timeZone);
}

export function setWorkspaceTimeZone(timeZone: unknown): string {
  const isKnown = isFullServer() && typeof timeZone === 'string' && isTimeZone(timeZone);
  current = isKnown ? timeZone : businessTimeZone;
  return current;
}

/** Shows days and times in the reader's own time zone, on pages that belong to no workspace. */
export function setOwnTimeZone(): void {
  current = ownTimeZone();
}
