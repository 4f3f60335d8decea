import type { gmail_v1 } from '@googleapis/gmail';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { mailboxTime } from '../mail/mail-time.ts';
import { type MailReader, readMail } from '../mail/mime/read-mail.ts';
import { toMailActivity } from '../mail/to-mail-activity.ts';
import { mailTime } from './mail-time.ts';

/**
 * Maps an email in the format `raw` to an activity.
 *
 * @param read parses the email; in this thread when absent.
 * @throws Error when it cannot be parsed or has no sender.
 */
export async function mapMail(
  mail: gmail_v1.Schema$Message,
  read: MailReader = readMail,
): Promise<ActivityToCapture> {
  const { id, raw } = mail;
  if (!id || !raw) throw new Error(`Gmail gave no text for the mail ${id ?? 'without an id'}.`);
  const email = await read(raw);
  return toMailActivity(email, id, mailboxTime(email, mailTime(mail)));
}
