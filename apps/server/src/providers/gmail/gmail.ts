import type { SourceProvider } from '../../modules/integrations/provider.ts';
import { createTokenBucket, type TokenBucket } from '../../platform/throttle/token-bucket.ts';
import { createGoogleConnect } from '../google-auth/google-connect.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { gmailCosts, HISTORY_SHARE, listPageSize, olderProject } from './gmail-limits.ts';
import { createMailReaderPool } from '../mail/mime/mail-reader-pool.ts';
import { locateMail } from './locate-mail.ts';
import type { GmailQuota } from './connect-mailbox.ts';
import { openMailbox } from './open-mailbox.ts';

/** Reading alone; `gmail.metadata` would allow neither a search nor the text. */
const gmailScope = 'https://www.googleapis.com/auth/gmail.readonly';

/**
 * Google counts a request when it arrives, which may be sooner after it was sent than that of a
 * minute before: hence a second more than the minute of the quota; milliseconds.
 */
const returnAfter = 61_000;

/**
 * Gmail: every mail of a mailbox, sent and received. See the README beside this file.
 *
 * @param unitsPerMinute the quota of the project for a minute and user.
 */
export function createGmail(settings: GoogleSettings, unitsPerMinute: number): SourceProvider {
  const buckets = new Map<string, TokenBucket>();
  const read = createMailReaderPool();
  const costOfGet =
    unitsPerMinute >= olderProject.unitsPerMinute ? olderProject.get : gmailCosts.get;
  const unitMs = returnAfter / (unitsPerMinute * HISTORY_SHARE);
  const quotaOf = (mailbox: string): GmailQuota => {
    const bucket =
      buckets.get(mailbox) ?? createTokenBucket({ tokens: unitsPerMinute, returnAfter });
    buckets.set(mailbox, bucket);
    return { bucket, costOfGet };
  };
  return {
    id: 'gmail',
    name: 'Gmail',
    kind: 'mail',
    texts: {
      messageIdHelp:
        'In Gmail, open the message menu and choose Show original to see the Message-ID.',
    },
    history: {
      sliceDays: 28,
      pageItems: listPageSize,
      pageMs: gmailCosts.list * unitMs,
      itemMs: costOfGet * unitMs,
    },
    connect: createGoogleConnect({ settings, service: 'Gmail', scope: gmailScope }),
    open: (session) => openMailbox(settings, session, quotaOf(session.source), read),
    locate: (session, reference) =>
      locateMail(settings, session, quotaOf(session.source), reference),
  };
}
