import { limitParticipants } from '@repo/domain/activities/limit-participants';
import type { Connection } from '#platform/database/create-database.ts';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import { isStorableTime } from '../../activities/to-storable.ts';
import type { ActivityToCapture } from '../provider.ts';
import type { FileItem } from '../provider/file-reader.ts';

type Activity = Extract<FileItem, { kind: 'activity' }>;

/** Why an item of a file is not imported, for users. */
export interface Problem {
  name: string;
  reason: string;
}

/** An email or meeting that is imported, with its position and the tracked domains that it concerns. */
export interface Concerned {
  name: string;
  activity: ActivityToCapture;
  domains: string[];
}

/**
 * Reads the items of a file that concern a tracked domain of its user. An item's head decides whether it is
 * read; its contents decide whether it is imported, by the rule for captured activities.
 *
 * @returns the items to import, and the reason for each of the others.
 */
export async function readConcerned(
  db: Connection,
  ownerId: string,
  items: readonly FileItem[],
): Promise<{ found: Concerned[]; problems: Problem[] }> {
  const activities = items.filter((item) => item.kind === 'activity');
  const heads = activities.flatMap(({ head }) => head.participants);
  const matchHead = await findMatchingDomains(db, ownerId, heads);
  const concerned = activities.filter(({ head }) => matchHead(head.participants).length > 0);
  const read = await Promise.all(concerned.map(readOne));
  const whole = read.flatMap((one) => ('activity' in one ? [one] : []));
  const match = await findMatchingDomains(
    db,
    ownerId,
    whole.flatMap(({ activity }) => everyone(activity)),
  );
  return {
    found: whole.flatMap((one) => {
      const domains = match(everyone(one.activity)).map(({ domain }) => domain);
      return domains.length > 0 ? [{ ...one, domains }] : [];
    }),
    problems: read.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

/** The stored ones. */
const everyone = ({ participants, bcc = [] }: ActivityToCapture) => [
  ...limitParticipants(participants),
  ...limitParticipants(bcc),
];

async function readOne({
  name,
  read,
}: Activity): Promise<Problem | { name: string; activity: ActivityToCapture }> {
  try {
    const activity = await read();
    if (isStorableTime(activity.occurredAt)) return { name, activity };
    return { name, reason: 'It has no usable date.' };
  } catch (error) {
    return { name, reason: error instanceof Error ? error.message : String(error) };
  }
}
