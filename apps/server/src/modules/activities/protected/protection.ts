import {
  isOneProtectedBy,
  isProtectedBy,
  isProtectedDomain,
} from '@repo/domain/sharing/protected-address';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Stored } from '../capturing/store-captured.ts';
import { OF_USER } from '../protected-level.ts';

/** An address or a domain that is protected, by a user or by a workspace. */
export interface Protection {
  /** `OF_USER` where the user protects it. */
  workspaceId: string;
  address: string;
  /** 0 for at most the level activity, -1 for nothing. */
  level: number;
}

/** The key of a user's protection. */
export const protectionName = ({ workspaceId, address }: Protection): string =>
  `${workspaceId} ${address}`;

/**
 * Reads the protections that apply when a user captures: the user's own, and those of the workspaces that the
 * user shares with.
 */
export async function readProtections(tx: Connection, ownerId: string): Promise<Protection[]> {
  const { rows: own } = await sql<Omit<Protection, 'workspaceId'>>`
    select address, level from protected_addresses where owner_id = ${ownerId}`.execute(tx);
  const { rows: ofWorkspaces } = await sql<Protection>`
    select workspace_id as "workspaceId", address, level from workspace_protected_addresses
    where workspace_id in (
      select workspace_id from domain_shares where owner_id = ${ownerId})`.execute(tx);
  return [...own.map((row) => ({ workspaceId: OF_USER, ...row })), ...ofWorkspaces];
}

/**
 * Returns the protections with an address that takes part in a captured activity. A hidden recipient counts
 * for the user's own protections alone: by a workspace's, its owner could find out who has written to an
 * address in Bcc.
 */
export const protectionsOf = (
  { row: { participants, bcc, furtherParticipants, furtherBcc } }: Stored,
  protections: readonly Protection[],
): Protection[] =>
  protections.filter(({ address, workspaceId }) => {
    const isOwn = workspaceId === OF_USER;
    return (
      [...participants, ...(isOwn ? bcc : [])].some(({ email }) => isProtectedBy(email, address)) ||
      isOneProtectedBy(furtherParticipants, address) ||
      (isOwn && isOneProtectedBy(furtherBcc, address))
    );
  });

interface Concerned {
  /** The references of an activity, and its key. */
  refs: string[];
  address: string;
}

/**
 * Finds a user's captured activities in which the given addresses take part, by the rule of `isProtectedBy`.
 *
 * @param hidden whether hidden recipients count (`protectionsOf`).
 */
export async function findProtected(
  tx: Connection,
  ownerId: string,
  addresses: readonly string[],
  hidden: 'hidden too' | 'open only',
): Promise<Concerned[]> {
  if (addresses.length === 0) return [];
  const single = addresses.filter((one) => !isProtectedDomain(one));
  const domains = addresses.filter(isProtectedDomain);
  const { rows } = await sql<Concerned>`
    select array_append(captured.thread_refs, captured.activity_key) as refs, found.address
    from captured_activities captured
    cross join lateral (
      select distinct given.address
      from jsonb_array_elements(captured.participants || ${hidden === 'hidden too' ? sql`captured.bcc` : sql`'[]'::jsonb`}) participant
      cross join lateral (select participant ->> 'email' as email) one
      join lateral (
        select address from unnest(${single}::text[]) as each(address)
        where address = regexp_replace(one.email, '^([^+"@]+)[+].*@([^@]*)$', '\\1@\\2')
        union all
        select address from unnest(${domains}::text[]) as each(address)
        where one.email like '_%@%' and (
          split_part(one.email, '@', -1) = address
          or right(split_part(one.email, '@', -1), length(address) + 1) = '.' || address)
      ) given on true
    ) found
    where captured.owner_id = ${ownerId}`.execute(tx);
  return rows;
}
