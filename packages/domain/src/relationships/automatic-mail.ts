/** The values of a header of a mail by its name in lower case; empty if it has none. */
export type HeaderValues = (name: string) => readonly string[];

const bulk = /^\s*(bulk|list|junk|auto[-_]reply)\b/i;
const noReply = /^\s*no\s*(;|$)/i;
const calendarAnswer = /^\s*text\/calendar\b[^]*;\s*method\s*=\s*"?reply\b/i;

/** Headers that only programs write. */
const marks = [
  'list-id',
  'x-autoreply',
  'x-autorespond',
  'x-ms-exchange-inbox-rules-loop',
  'x-ms-exchange-generated-message-source',
];

/**
 * Whether a mail is no contact, since a program or a list sent it and no person: auto-replies, list mail, bounces and
 * answers to invitations (docs/decisions/automatic-mail.md). Such mail is shown like any other and counts in no
 * relationship.
 *
 * @param header the headers of the mail.
 * @param partTypes the values of `Content-Type` of the mail and of its parts.
 */
export function isAutomaticMail(header: HeaderValues, partTypes: readonly string[]): boolean {
  return (
    header('auto-submitted').some((value) => value.trim() !== '' && !noReply.test(value)) ||
    header('precedence').some((value) => bulk.test(value)) ||
    // Servers write `<>` for a received bounce: a mail that no one can answer.
    header('return-path').some((value) => /^\s*<\s*>/.test(value)) ||
    marks.some((name) => header(name).length > 0) ||
    partTypes.some((type) => calendarAnswer.test(type))
  );
}
