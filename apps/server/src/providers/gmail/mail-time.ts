import type { gmail_v1 } from '@googleapis/gmail';

/**
 * When an email arrived according to Gmail. The time that is shown of an email also depends on its headers
 * (`mail/mail-time.ts`).
 *
 * @throws Error when Gmail returns none.
 */
export function mailTime({ id, internalDate }: gmail_v1.Schema$Message): Date {
  const time = new Date(Number(internalDate ?? Number.NaN));
  if (Number.isNaN(time.getTime())) throw new Error(`Gmail gives no date for the mail ${id}.`);
  return time;
}
