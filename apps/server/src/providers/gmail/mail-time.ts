import type { gmail_v1 } from '@googleapis/gmail';

/**
 * The time of an email: Gmail's own date, which is the time of arrival, or the `Date` header of
 * an email that was sent or imported. The header alone is set by the sender's clock, and may be
 * anything.
 *
 * @throws Error when Gmail returns none.
 */
export function mailTime({ id, internalDate }: gmail_v1.Schema$Message): Date {
  const time = new Date(Number(internalDate ?? Number.NaN));
  if (Number.isNaN(time.getTime())) throw new Error(`Gmail gives no date for the mail ${id}.`);
  return time;
}
