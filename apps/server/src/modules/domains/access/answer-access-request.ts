import type { AccessAnswer } from '@repo/contract/access-requests';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { addDays, type BusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { readTimeZone, readToday } from '#platform/database/workspace-time.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { isHolding } from '#modules/activities/holding-requests.ts';
import type { OwnAccount } from '#modules/activities/level-changes.ts';
import { takeOwnLevelSteps } from '#modules/activities/level-steps.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { isParticipantsOnly } from '#modules/activities/participants-only.ts';
import { OF_USER } from '#modules/activities/protected-level.ts';
import { reachConversation } from '#modules/activities/reach-conversation.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findOwnDomain } from '../find-own-domain.ts';
import { changeShareLevel, MAX_WAIT_MS } from '../set-share-level.ts';

interface Answer {
  requestId: string;
  answer: AccessAnswer;
  lastDay?: BusinessDay | undefined;
}

interface Request {
  workspaceId: string;
  domainId: string;
  domain: string;
  refs: string[];
  isGranted: boolean | null;
  askerId: string;
  askerName: string;
  /** `organization/workspace` */
  scope: string;
}

/** References of one conversation that are stored; a longer one is not granted in all of its branches. */
const MAX_REFS = 10_000;

/**
 * Answers a colleague's request, or ends what was granted. What is declined is shown to the colleague no longer
 * when this returns.
 *
 * @throws AppError NOT_FOUND for another user's request, or one that ended; CONFLICT where something stricter keeps the
 *   conversation from being shown; VALIDATION_FAILED
 */
export async function answerAccessRequest(
  db: Database,
  user: Actor & { id: string },
  given: Answer,
): Promise<void> {
  const account = await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${MAX_WAIT_MS}ms`}, true)`.execute(tx);
    await lockOwner(tx, user.id);
    const request = await lockRequest(tx, user.id, given.requestId);
    return answerWith(tx, user, request, given);
  });
  if (account !== undefined) await takeOwnLevelSteps(db, account);
}

async function answerWith(
  tx: Connection,
  user: Actor & { id: string },
  request: Request,
  { requestId, answer, lastDay }: Answer,
): Promise<OwnAccount | undefined> {
  const { workspaceId, domainId, domain, isGranted } = request;
  const record = (action: 'access.granted' | 'access.declined' | 'access.ended') =>
    recordChange(tx, {
      actor: { id: user.id, name: user.name },
      action,
      person: { id: request.askerId, name: request.askerName },
      scope: request.scope,
      after: {
        domain: shownDomain(domain),
        ...(answer !== 'declined' && { shows: answer }),
        ...(lastDay !== undefined && { lastDay }),
      },
    });
  if (answer === 'declined') {
    await sql`
      update access_requests set is_granted = false, answered_at = now(), ends_at = null, last_day = null
      where owner_id = ${user.id} and id = ${requestId}`.execute(tx);
    await record(isGranted === true ? 'access.ended' : 'access.declined');
    return undefined;
  }
  if (answer === 'domain') {
    requireValid({
      lastDay: lastDay === undefined ? undefined : 'A level has no end: lower it when it is time',
    });
    const { share } = await findOwnDomain(tx, user.id, domainId);
    if (share === undefined) throw notFound('Request');
    if (share.level === 'full') {
      throw (await isParticipantsOnly(tx, workspaceId))
        ? leftToParticipants()
        : protectedConversation();
    }
    await record('access.granted');
    return changeShareLevel(tx, { userId: user.id, domainId, level: 'full' }, share);
  }
  const endsAt = await endOf(tx, workspaceId, lastDay);
  const refs = await reach(tx, user.id, request);
  await sql`
    update access_requests
    set is_granted = true, answered_at = now(), ends_at = ${endsAt},
      last_day = ${lastDay ?? null}, refs = ${refs}::uuid[]
    where owner_id = ${user.id} and id = ${requestId}`.execute(tx);
  await record('access.granted');
  return undefined;
}

async function lockRequest(tx: Connection, ownerId: string, id: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select request.workspace_id as "workspaceId", request.domain_id as "domainId", domain.domain,
      request.refs, request.is_granted as "isGranted", request.asker_id as "askerId",
      asker.name as "askerName", organization.slug || '/' || workspace.slug as scope
    from access_requests request
    join domain_shares share on share.owner_id = request.owner_id
      and share.domain_id = request.domain_id and share.workspace_id = request.workspace_id
    join domains domain on domain.owner_id = request.owner_id and domain.id = request.domain_id
    join users asker on asker.id = request.asker_id
    join workspaces workspace on workspace.id = request.workspace_id and workspace.archived_at is null
    join organizations organization on organization.id = workspace.organization_id
    where request.owner_id = ${ownerId} and request.id = ${id}
      and request.is_granted is distinct from false and ${isHolding('request')}
    for update of request`.execute(tx);
  const [request] = rows;
  if (request === undefined) throw notFound('Request');
  return request;
}

/** The instant after the last day, in the workspace's time zone. */
async function endOf(
  tx: Connection,
  workspaceId: string,
  lastDay: BusinessDay | undefined,
): Promise<Date | null> {
  if (lastDay === undefined) return null;
  const today = await readToday(tx, workspaceId);
  const latest = addDays(today, limits.accessDays);
  requireValid({
    lastDay:
      lastDay < today || lastDay > latest ? `Choose a day from today to ${latest}` : undefined,
  });
  return startOfBusinessDay(addDays(lastDay, 1), await readTimeZone(tx, workspaceId));
}

/**
 * Finds the references of everything in the conversation, by which a later email of it is recognized. The activity
 * that the request named stays the first.
 */
async function reach(tx: Connection, ownerId: string, request: Request): Promise<string[]> {
  const { workspaceId, refs } = request;
  const conversation = await reachConversation(tx, ownerId, refs);
  if (conversation.keys.length === 0) throw notFound('Request');
  const { rows: stricter } = await sql`
    select from protected_refs
    where owner_id = ${ownerId} and workspace_id = any(${[OF_USER, workspaceId]}::uuid[])
      and ref = any(${conversation.keys}::uuid[])
    limit 1`.execute(tx);
  if (stricter.length > 0) throw protectedConversation();
  return [...new Set([...refs, ...conversation.refs])].slice(0, MAX_REFS);
}

const leftToParticipants = () =>
  new AppError(
    'CONFLICT',
    'You share everything of this company already. The workspace leaves texts to those who took part: share this conversation with your colleague instead.',
  );

const protectedConversation = () =>
  new AppError(
    'CONFLICT',
    'An address in this conversation is protected, so that colleagues see no more of it. End the protection first.',
  );
