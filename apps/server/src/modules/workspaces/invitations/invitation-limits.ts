import { limits } from '@repo/contract/limits';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { isKeyHolder } from '#platform/http/admit-key.ts';
import { countAttempt, recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { networkOf } from '#platform/rate-limit/network-of.ts';
import type { Manager } from '../manager.ts';

// The reasons for these numbers: docs/decisions/invitations.md.
const mailsToOneAddress = {
  name: 'invitations to one address by one',
  attempts: 5,
  windowSeconds: 24 * 3_600,
};
/** Enough to add someone to many workspaces, while a stolen key of an administrator cannot flood them. */
const mailsToOneAddressByKey = { ...mailsToOneAddress, attempts: 50 };
const mailsOfEveryone = {
  name: 'invitations to one address by everyone',
  attempts: 20,
  windowSeconds: 24 * 3_600,
};
const issuedByWorkspace = {
  name: 'invitations of a workspace',
  attempts: limits.invitationsPerDay,
  windowSeconds: 24 * 3_600,
};
const registrations = { name: 'registrations with a link', attempts: 10, windowSeconds: 15 * 60 };
const unknownTokens = { name: 'invitation token there', attempts: 20, windowSeconds: 15 * 60 };

/**
 * Limits how often one owner, or an administrator with an API key, can send email to one address. Counted per user:
 * a count for the address alone would reveal that others invited it.
 *
 * @throws AppError `RATE_LIMITED`; never for administrators who signed in
 */
export async function countInvitationMail(
  db: Database,
  manager: Manager,
  email: string,
): Promise<void> {
  const { id, isAdmin } = manager;
  if (id === null || (isAdmin && !isKeyHolder(manager))) return;
  const limit = isAdmin ? mailsToOneAddressByKey : mailsToOneAddress;
  await countAttempt(db, [{ limit, of: `${id}\0${email}` }], 'invitations to this address');
}

/**
 * Whether an invitation may be mailed to an address, so that owners who act together cannot flood it.
 * The inviting owner learns nothing of it, since that would reveal that others invite the address.
 */
export async function mayMailInvitation(db: Database, email: string): Promise<boolean> {
  const { attempts } = await recordAttempt(db, { limit: mailsOfEveryone, of: email });
  return attempts <= mailsOfEveryone.attempts;
}

/**
 * Limits how many addresses all owners of a workspace invite, so that owners who make each other
 * owners cannot add people without limit. The caller has checked that the manager is an owner.
 *
 * @throws AppError `RATE_LIMITED`; never for administrators
 */
export async function countIssued(
  tx: Connection,
  { id, isAdmin }: Manager,
  workspaceId: string,
): Promise<void> {
  if (isAdmin || id === null) return;
  await countAttempt(tx, [{ limit: issuedByWorkspace, of: workspaceId }], 'invitations');
}

/** @throws AppError `RATE_LIMITED`; others on the same network can still use their links */
export async function countUnknownToken(db: Database, from: string): Promise<void> {
  await countAttempt(db, [{ limit: unknownTokens, of: networkOf(from) }], 'attempts');
}

/**
 * Limits how many passwords are hashed for one link: normally one, and more only when the workspace
 * is full or the database fails.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function countRegistration(db: Database, token: string): Promise<void> {
  await countAttempt(db, [{ limit: registrations, of: token }], 'attempts');
}
