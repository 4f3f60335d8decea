import { limits } from '@repo/contract/limits';
import { levelNumber } from '@repo/domain/sharing/share-level';
import {
  businessDayOf,
  businessTimeZone,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import type { WholeActivity, WholeText } from '../storage/activity-storage.ts';
import { wholeTextColumns } from '../storage/columns.ts';
import type { Access } from '../access-of.ts';

interface Content extends WholeText {
  id: string;
  title: string;
  summary: string;
  participants: StoredParticipant[];
  location: string | null;
  occurredAt: Date;
  startTime: Date | null;
  endTime: Date | null;
  isAllDay: boolean;
}

/**
 * Replaces what activities show at their level by the copies that their reader was granted. The published rows, which
 * all colleagues read, stay as they are.
 */
export async function showGranted(
  db: Connection,
  workspaceId: string,
  activities: readonly WholeActivity[],
  access: ReadonlyMap<string, Access>,
): Promise<WholeActivity[]> {
  const copies = activities.flatMap(({ id, isShortened }) => {
    const copy = access.get(id)?.copy;
    return copy === undefined ? [] : [{ ...copy, isShortened }];
  });
  if (copies.length === 0) return [...activities];
  const contents = await readContents(db, copies);
  const timeZone = await readTimeZone(db, workspaceId);
  return activities.map((activity) => {
    const content = contents.get(access.get(activity.id)?.copy?.capturedId ?? '');
    return content === undefined ? activity : openedWith(activity, content, timeZone);
  });
}

function openedWith(activity: WholeActivity, content: Content, timeZone: string): WholeActivity {
  // As `capturedContent` publishes it: whole days are captured in the zone of the specification.
  const moved = (instant: Date) =>
    content.isAllDay
      ? startOfBusinessDay(businessDayOf(instant, businessTimeZone), timeZone)
      : instant;
  const { participants, startTime, endTime, htmlBody, textBody, metadata } = content;
  return {
    ...activity,
    ...content,
    id: activity.id,
    occurredAt: moved(content.occurredAt),
    startTime: startTime && moved(startTime),
    endTime: endTime && moved(endTime),
    level: levelNumber('full'),
    ...(activity.isShortened
      ? {
          participants: participants.slice(0, limits.listedParticipants),
          participantCount: participants.length,
          htmlBody: null,
          textBody: null,
          metadata: null,
        }
      : { participants, htmlBody, textBody, metadata }),
  };
}

/** Without the texts of messages that a long conversation shortens. */
async function readContents(
  db: Connection,
  copies: readonly { ownerId: string; capturedId: string; isShortened: boolean }[],
): Promise<Map<string, Content>> {
  const ownerIds = [...new Set(copies.map(({ ownerId }) => ownerId))];
  const idsOf = (isShortened: boolean) =>
    copies.filter((one) => one.isShortened === isShortened).map(({ capturedId }) => capturedId);
  const read = async (ids: readonly string[], texts = wholeTextColumns) => {
    if (ids.length === 0) return [];
    const { rows } = await sql<Content>`
      select captured.id, captured.title, captured.summary, captured.participants, captured.location,
        captured.occurred_at as "occurredAt", captured.start_time as "startTime",
        captured.end_time as "endTime", captured.is_all_day as "isAllDay", ${texts}
      from captured_activities captured
      where captured.owner_id = any(${ownerIds}::uuid[]) and captured.id = any(${ids}::uuid[])`.execute(
      db,
    );
    return rows;
  };
  const shortened = await read(
    idsOf(true),
    sql`null as "htmlBody", null as "textBody", null as metadata`,
  );
  return new Map([...(await read(idsOf(false))), ...shortened].map((one) => [one.id, one]));
}
