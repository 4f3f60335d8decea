import { limits } from '@repo/contract/page-limits';
import type { Workspace } from '@repo/contract/workspaces';
import { businessTimeZone } from '@repo/domain/time/business-day';
import { readJson, removeStored, writeJson } from '#lib/storage.ts';
import { setWorkspaceTimeZone } from '#lib/time/workspace-time-zone.ts';
import type { WorkspaceAddress } from './find-workspace.ts';

export const ACTIVE_WORKSPACE_KEY = 'active_workspace';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The workspace that the user was last in, as this browser remembers it. */
type ActiveWorkspace = {
  id: string;
  name: string;
  slug: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  /** Absent for the specification's time zone, as all of its servers have. */
  timeZone?: string | undefined;
  /** When it was last open, in milliseconds since the epoch. */
  timestamp: number;
};

export function storeActiveWorkspace(workspace: Workspace): void {
  const { id, name, slug, organization, timeZone } = workspace;
  writeJson(ACTIVE_WORKSPACE_KEY, {
    id,
    name,
    slug,
    organizationId: organization.id,
    organizationName: organization.name,
    organizationSlug: organization.slug,
    timeZone: timeZone === businessTimeZone ? undefined : timeZone,
    timestamp: Date.now(),
  } satisfies ActiveWorkspace);
}

/**
 * The id of the remembered workspace. Forgets it when it is too old or no longer among the
 * person's workspaces.
 *
 * @param listed undefined while they are not known, when nothing is forgotten.
 */
export function readActiveWorkspace(listed: readonly Workspace[] | undefined): string | undefined {
  if (listed === undefined) return undefined;
  const id = readJson(ACTIVE_WORKSPACE_KEY, asFreshId);
  if (id !== undefined && listed.some((workspace) => workspace.id === id)) return id;
  removeStored(ACTIVE_WORKSPACE_KEY);
  return undefined;
}

/**
 * The id of the remembered workspace if this was its address; whether it still is, the server
 * knows.
 */
export function readActiveWorkspaceAt(address: Partial<WorkspaceAddress>): string | undefined {
  return readJson(ACTIVE_WORKSPACE_KEY, (value) =>
    isAt(address, value) ? asFreshId(value) : undefined,
  );
}

/** Shows days in the time zone of the remembered workspace if it is at this address. */
export function recallTimeZone(address: Partial<WorkspaceAddress>): void {
  const read = (value: unknown) =>
    isAt(address, value) ? (value as Partial<ActiveWorkspace>).timeZone : undefined;
  setWorkspaceTimeZone(readJson(ACTIVE_WORKSPACE_KEY, read));
}

function isAt(address: Partial<WorkspaceAddress>, value: unknown): boolean {
  const { slug, organizationSlug } = value as Partial<ActiveWorkspace>;
  return slug === address.workspaceSlug && organizationSlug === address.orgSlug;
}

function asFreshId(value: unknown): string | undefined {
  const { id, timestamp } = value as Partial<ActiveWorkspace>;
  // Half a character fits into no address.
  if (typeof id !== 'string' || !id.isWellFormed()) return undefined;
  if (typeof timestamp !== 'number') return undefined;
  const age = Date.now() - timestamp;
  return age <= limits.activeWorkspaceDays * DAY_MS ? id : undefined;
}
