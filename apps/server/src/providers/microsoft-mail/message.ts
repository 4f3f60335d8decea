import { z } from 'zod';
import { MAX_ID_LENGTH } from './mail-limits.ts';

const recipient = z
  .object({
    emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }),
  })
  .nullish()
  .catch(null);
const recipients = z.array(recipient).nullish().catch(null);
const optionalText = z.string().max(2_000).nullish().catch(null);

/** A message as far as its text is not needed. Any field may be null. */
const message = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  '@removed': z.unknown().optional(),
  parentFolderId: optionalText,
  receivedDateTime: optionalText,
  lastModifiedDateTime: optionalText,
  internetMessageId: optionalText,
  isDraft: z.boolean().nullish().catch(null),
  from: recipient,
  sender: recipient,
  toRecipients: recipients,
  ccRecipients: recipients,
  bccRecipients: recipients,
  replyTo: recipients,
});
export type Message = z.infer<typeof message>;

export const HEAD_FIELDS =
  'id,parentFolderId,receivedDateTime,internetMessageId,isDraft,from,sender,toRecipients,ccRecipients,bccRecipients,replyTo';
/** The fields of a change: the heads of most messages are never needed. */
export const CHANGE_FIELDS = 'id,parentFolderId,receivedDateTime,lastModifiedDateTime,isDraft';

/** @returns undefined for what has no usable id. */
export function readMessage(entry: unknown): Message | undefined {
  return message.safeParse(entry).data;
}

/** When a message arrived; undefined without a usable time. */
export const arrivalOf = ({ receivedDateTime }: Message): Date | undefined =>
  timeIn(receivedDateTime);

export function timeIn(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
