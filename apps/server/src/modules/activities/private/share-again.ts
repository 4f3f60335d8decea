import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
} from '#platform/database/schema/activities.ts';
import { notFound } from '#platform/http/app-error.ts';
import { hideCopies } from '../capturing/hide-copies.ts';
import { isPrivate } from '../link-captured.ts';
import { addLinks, describeLinks } from '../capturing/links.ts';
import { lockOwner } from '../lock-owner.ts';
import { publishLinks } from '../publishing/publish-links.ts';
import { requireNotLeft } from '../../users/require-not-left.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';

interface ClosedLink {
  capturedId: string;
  domainId: string;
  domain: string;
  activityKey: string;
  type: StoredActivityType;
  participants: StoredParticipant[];
  isPrivate: boolean;
}

/**
 * Ends that a user keeps a conversation private: it is published as the shares of its domains say.
 *
 * @throws AppError NOT_FOUND; CONFLICT as `requireNotLeft`
 */
export async function shareAgain(db: Database, ownerId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    const { rows: refs } = await sql`
      delete from private_refs where owner_id = ${ownerId} and conversation_id = ${id}
      returning 1`.execute(tx);
    if (refs.length === 0) throw notFound('Conversation');
    const { rows } = await sql<ClosedLink>`
      with captured as (
        update captured_activities captured set private_conversation_id = null
        where owner_id = ${ownerId} and private_conversation_id = ${id}
        returning id, type, participants, ${isPrivate} as is_private
      )
      select link.captured_id as "capturedId", link.domain_id as "domainId", domain.domain,
        link.activity_key as "activityKey", captured.type, captured.participants,
        captured.is_private as "isPrivate"
      from captured
      join captured_activity_domains link
        on link.owner_id = ${ownerId} and link.captured_id = captured.id
      join domains domain on domain.owner_id = ${ownerId} and domain.id = link.domain_id`.execute(
      tx,
    );
    const links = rows.map(({ type, participants, domain, isPrivate: isMarked, ...link }) => ({
      ...link,
      ...describeLinks(type, participants, { isPrivate: isMarked, isKeptPrivate: false })(domain),
    }));
    await requireNotLeft(
      tx,
      ownerId,
      links.map(({ activityKey }) => activityKey),
    );
    await addLinks(tx, ownerId, links);
    await hideCopies(tx, ownerId, links);
    await publishLinks(tx, ownerId, links);
  });
  await publisherOf(db).finish(db, ownerId);
}
