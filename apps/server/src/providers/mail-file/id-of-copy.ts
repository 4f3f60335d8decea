import { createHash } from 'node:crypto';
import { usableMessageId } from '../mail/mail-identity.ts';
import { parseMailDate } from '../mail/parse-mail-date.ts';
import type { MailHead } from './read-head.ts';

/**
 * Identifies the copies of an email in a file by the same facts as `mailIdentity`, without parsing it: an export
 * contains an email once for each of its labels. Copies whose text was encoded again on the way differ here
 * and are one when they are imported.
 */
export function idOfCopy(head: MailHead, mail: Buffer): string {
  const first = (name: string) => head.get(name)?.join() ?? '';
  const messageId = usableMessageId(head.get('message-id')?.[0]);
  const time = parseMailDate(head.get('date')?.[0]);
  const sent = time === undefined ? first('date') : new Date(time).toISOString();
  const identity =
    messageId === undefined
      ? ['', first('from'), first('to'), sent, first('subject')]
      : [messageId, first('from'), sent.slice(0, 10)];
  return createHash('sha256').update(identity.join('\n')).update(textOf(mail)).digest('base64url');
}

/** The text as it is in the file, without what programs that copy it change. */
const textOf = (mail: Buffer): string => {
  const ends = ['\n\n', '\n\r\n', '\r\r'].map((gap) => mail.indexOf(gap)).filter((at) => at >= 0);
  const text = ends.length === 0 ? '' : mail.toString('latin1', Math.min(...ends));
  return text.replaceAll(/(?<!>)>+(?=From )|\s+/g, '');
};
