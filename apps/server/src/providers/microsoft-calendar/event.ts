import { z } from 'zod';
import { MAX_ID_LENGTH } from './calendar-limits.ts';

const optionalText = z.string().nullish().catch(null);
const optionalFlag = z.boolean().nullish().catch(null);
const emailAddress = z
  .object({ name: z.string().nullish().catch(null), address: z.string().nullish().catch(null) })
  .nullish()
  .catch(null);
const time = z
  .object({ dateTime: z.string().max(100), timeZone: z.string().max(200).nullish().catch(null) })
  .nullish()
  .catch(null);

/** An event. Any field but the id may be missing: of an occurrence, changes have only its times. */
const event = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  '@removed': z.unknown().optional(),
  type: optionalText,
  seriesMasterId: z.string().min(1).max(MAX_ID_LENGTH).nullish().catch(null),
  iCalUId: optionalText,
  lastModifiedDateTime: optionalText,
  subject: optionalText,
  body: z.object({ content: optionalText }).nullish().catch(null),
  location: z.object({ displayName: optionalText }).nullish().catch(null),
  start: time,
  end: time,
  isAllDay: optionalFlag,
  isCancelled: optionalFlag,
  // One that is no text is not known, and so keeps the meeting private.
  sensitivity: z.string().nullish().catch('unreadable'),
  responseStatus: z.object({ response: optionalText }).nullish().catch(null),
  organizer: z.object({ emailAddress }).nullish().catch(null),
  attendees: z
    .array(
      z
        .object({
          type: optionalText,
          status: z.object({ response: optionalText }).nullish().catch(null),
          emailAddress,
        })
        .nullish()
        .catch(null),
    )
    .nullish()
    .catch(null),
});
export type GraphEvent = z.infer<typeof event>;

export const EVENT_FIELDS =
  'id,type,seriesMasterId,iCalUId,lastModifiedDateTime,subject,body,location,start,end,isAllDay,isCancelled,sensitivity,responseStatus,organizer,attendees';

/** Times in UTC, whatever the zone of the mailbox, and texts without HTML. */
export const PREFER_PLAIN = 'outlook.timezone="UTC", outlook.body-content-type="text"';

/** @returns undefined for what has no usable id. */
export function readEvent(entry: unknown): GraphEvent | undefined {
  return event.safeParse(entry).data;
}

/** Changes have an occurrence as its times alone; an exception is whole. */
export const isBareOccurrence = ({ type, seriesMasterId }: GraphEvent): boolean =>
  type === 'occurrence' && seriesMasterId != null;

/** Whether an event changed after a time; epoch milliseconds. One without a time counts as changed. */
export function isModifiedSince({ lastModifiedDateTime }: GraphEvent, since: number): boolean {
  const at = Date.parse(lastModifiedDateTime ?? '');
  return Number.isNaN(at) || at >= since;
}
