import type { gmail_v1 } from '@googleapis/gmail';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { headOfMail } from '../mail/head-of-mail.ts';
import { mailboxTime } from '../mail/mail-time.ts';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { toMailActivity } from '../mail/to-mail-activity.ts';
import { mailTime } from './mail-time.ts';

/**
 * Maps an email in the format `metadata`, with all headers, to an activity without text. They are parsed as those of a
 * whole email are.
 *
 * @throws Error when it cannot be parsed or has no sender.
 */
export async function mapHeadOnly(
  mail: gmail_v1.Schema$Message,
  read: MailReader,
): Promise<ActivityToCapture> {
  const { id, payload } = mail;
  if (!id) throw new Error('Gmail gave a mail without an id.');
  const head = (payload?.headers ?? [])
    .flatMap(({ name, value }) => (name ? [`${name}: ${oneLine(value ?? '')}`] : []))
    .join('\r\n');
  const email = await read(headOfMail(Buffer.from(head, 'utf8')));
  return toMailActivity(email, id, mailboxTime(email, mailTime(mail)), true);
}

const oneLine = (value: string): string => value.replaceAll(/[\r\n]+[ \t]*/g, ' ');
