import type { OpenedInvitation } from '@repo/contract/invitations';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { hasSignIn } from '#modules/auth/has-sign-in.ts';
import type { NamedWorkspace } from '../manager.ts';
import { countUnknownToken } from './invitation-limits.ts';

/** The token of a link, and the address of the request. */
export interface UsedLink {
  token: string;
  from: string;
}

/**
 * Returns the contents of the page behind an invitation's link. Only someone who can read the address's email
 * has the token, so only they learn whether the address has a user.
 *
 * @throws AppError `NOT_FOUND` for a link that was replaced or never sent, `RATE_LIMITED`
 */
export async function openInvitation(
  { db }: Pick<Context, 'db'>,
  link: UsedLink,
): Promise<OpenedInvitation> {
  await requireLink(db, link);
  const row = await byToken(db, link.token)
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .leftJoin('users', 'users.email', 'invitations.email')
    .select([
      'invitations.email',
      'invitations.role',
      'inviter_name as invitedBy',
      'expires_at as expiresAt',
      'workspaces.name',
      'workspaces.slug',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
      currentState.as('state'),
      sql<OpenedInvitation['account']>`case when not is_active then 'inactive'
        when ${hasSignIn} then 'active' else 'none' end`.as('account'),
    ])
    .executeTakeFirst();
  if (row === undefined) throw notFound('Invitation');
  const { name, slug, organizationName, organizationSlug, account, expiresAt, ...invitation } = row;
  return {
    ...invitation,
    expiresAt: expiresAt.toISOString(),
    workspace: { name, slug, organization: { name: organizationName, slug: organizationSlug } },
    account: row.state === 'pending' ? account : null,
  };
}

/**
 * Refuses a link that was replaced or never sent, before any expensive work.
 *
 * @throws AppError `NOT_FOUND`, or `RATE_LIMITED` after too many of them
 */
export async function requireLink(db: Database, { token, from }: UsedLink): Promise<void> {
  const known = await byToken(db, token).select('id').executeTakeFirst();
  if (known !== undefined) return;
  await countUnknownToken(db, from);
  throw notFound('Invitation');
}

export interface PendingInvitation {
  id: string;
  email: string;
  role: 'owner' | 'member';
  inviterName: string;
  byAdministrator: boolean;
  workspace: NamedWorkspace;
}

/**
 * Locks a pending invitation by its token, so that it is accepted, declined or withdrawn only once. Locks its
 * workspace before it (docs/ARCHITECTURE.md, "Lock order").
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` for an invitation that ended or expired, or in an archived
 *   workspace
 */
export async function lockPending(tx: Connection, token: string): Promise<PendingInvitation> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', byToken(tx, token).select('workspace_id'))
    .forNoKeyUpdate()
    .execute();
  const row = await byToken(tx, token)
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'inviter_name as inviterName',
      'by_administrator as byAdministrator',
      currentState.as('state'),
      'workspaces.id as workspaceId',
      'workspaces.archived_at as archivedAt',
      'workspaces.name',
      'workspaces.slug',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
    ])
    .forUpdate('invitations')
    .executeTakeFirst();
  if (row === undefined) throw notFound('Invitation');
  const {
    state,
    archivedAt,
    workspaceId,
    name,
    slug,
    organizationName,
    organizationSlug,
    ...found
  } = row;
  requirePending(state);
  if (archivedAt !== null) {
    throw new AppError(
      'CONFLICT',
      `The workspace ${name} is archived. Ask ${row.inviterName} to have it unarchived.`,
    );
  }
  return {
    ...found,
    workspace: { id: workspaceId, name, slug, organizationName, organizationSlug },
  };
}

/** @throws AppError `CONFLICT` */
export function requirePending(state: OpenedInvitation['state']): void {
  if (state !== 'pending') throw new AppError('CONFLICT', ended[state]);
}

const ended: Record<Exclude<OpenedInvitation['state'], 'pending'>, string> = {
  expired: 'The invitation has expired',
  accepted: 'The invitation was accepted already',
  declined: 'The invitation was declined',
  withdrawn: 'The invitation was withdrawn',
};

const byToken = (db: Connection, token: string) =>
  db.selectFrom('invitations').where('token_hash', '=', hashToken(token));

const currentState = sql<OpenedInvitation['state']>`case
  when invitations.state = 'pending' and expires_at <= now() then 'expired'
  else invitations.state end`;
