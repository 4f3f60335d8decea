import type { gmail_v1 } from '@googleapis/gmail';

/**
 * When a mail took place: Gmail's own date, which is when it arrived, or the `Date` header of what
 * was sent or imported. The header alone is what the sender's clock said, and may be anything.
 *
 * @throws Error when Gmail gives none.
 */
export function mailTime({ id, internalDate }: gmail_v1.Schema$Message): Date {
  const time = new Date(Number(internalDate ?? Number.NaN));
  if (Number.isNaN(time.getTime())) throw new Error(`Gmail gives no date for the mail ${id}.`);
  return time;
}
