import { htmlToText } from '@repo/domain/activities/html-to-text';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { requireSender } from './mail-addresses.ts';
import { headIdentity, mailIdentity } from './mail-identity.ts';
import { messageIdsIn, usableMessageId } from './message-ids.ts';
import type { ReadMail } from './mime/read-mail.ts';

/** Length of an email's preview in lists, in characters. */
const summaryLength = 200;
/** The length of text that the preview is created from. */
const summarySource = 20_000;
/** Maximum number of attachment names stored per email. */
const maxAttachments = 100;

/**
 * Maps a parsed email to an activity. Only the names of attachments are stored.
 *
 * @param externalId the provider's id of the email.
 * @param isHead whether only its head was read, since its user's mailbox captures no text.
 * @throws Error when it has no sender.
 */
export function toMailActivity(
  email: ReadMail,
  externalId: string,
  occurredAt: Date,
  isHead = false,
): ActivityToCapture {
  requireSender(email.people, email.senders);
  const { participants, bcc, further, furtherBcc } = email.people;
  const messageId = usableMessageId(email.messageId);
  const { former } = email;
  const sender = participants[0]?.email ?? '';
  const key = mailIdentity(email, sender, occurredAt);
  const formerKey =
    former === undefined || isSame(former, email, sender)
      ? undefined
      : mailIdentity(former, former.sender, occurredAt);
  const headKey = headIdentity(email, sender, occurredAt);
  return {
    externalId,
    key: isHead ? headKey : key,
    head: { key: headKey, messageId },
    ...(!isHead && formerKey !== undefined && formerKey !== key && { former: { key: formerKey } }),
    type: 'email',
    occurredAt,
    title: collapse(email.subject ?? ''),
    summary: isHead ? '' : summarize(email),
    participants,
    ...(bcc.length > 0 && { bcc }),
    ...(further.length > 0 && { further }),
    ...(furtherBcc.length > 0 && { furtherBcc }),
    ...(email.isAutomatic && { isAutomatic: true }),
    ...(email.isPrivate && { isPrivate: true }),
    ...(isHead ? { metadata: { withoutText: true } } : textOf(email)),
    messageIds: [
      ...(messageId === undefined ? [] : [messageId]),
      ...messageIdsIn(email.references),
      ...messageIdsIn(email.inReplyTo),
      ...email.otherIds.flatMap(messageIdsIn),
    ],
  };
}

const textOf = ({ html, text, attachments }: ReadMail) => ({
  ...(html !== undefined && { htmlBody: html }),
  ...(text !== undefined && { textBody: text }),
  ...(attachments.length > 0 && {
    metadata: { attachments: attachments.slice(0, maxAttachments) },
  }),
});

/** Whether an email was read as it is now, which nearly all were. */
const isSame = (
  former: NonNullable<ReadMail['former']>,
  email: ReadMail,
  sender: string,
): boolean =>
  former.messageId === email.messageId &&
  former.sentAt === email.sentAt &&
  former.subject === email.subject &&
  former.bodyHash === email.bodyHash &&
  former.sender === sender;

function summarize({ text, html }: ReadMail): string {
  const source = text?.trim()
    ? text.slice(0, summarySource)
    : htmlToText((html ?? '').slice(0, summarySource * 5));
  // Does not end within a surrogate pair.
  return beginningOf(source)
    .slice(0, summaryLength)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** As much of a text, collapsed, as its summary is made of: of most texts a few hundred characters contain it. */
function beginningOf(text: string): string {
  const beginning = collapse(text.slice(0, 4 * summaryLength));
  return beginning.length > summaryLength ? beginning : collapse(text);
}

const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
