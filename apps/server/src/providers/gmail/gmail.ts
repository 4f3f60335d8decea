import type { SourceProvider } from '#modules/integrations/provider.ts';
import { createTokenBucket, type TokenBucket } from '#platform/throttle/token-bucket.ts';
import { createGoogleConnect } from '../google-auth/google-connect.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { gmailCosts, HISTORY_SHARE, listPageSize, olderProject } from './gmail-limits.ts';
import { readMailInTurn } from '../mail/mime/mail-reader-pool.ts';
import { locateMail } from './locate-mail.ts';
import type { GmailQuota } from './connect-mailbox.ts';
import { openMailbox } from './open-mailbox.ts';

/** Read-only access. */
const gmailScope = 'https://www.googleapis.com/auth/gmail.readonly';
/** Allows neither a search nor a text (`open-heads.ts`). */
const headScope = 'https://www.googleapis.com/auth/gmail.metadata';

/**
 * The period of the quota. Google counts a request when it arrives, and a request may be delayed
 * more than one a minute later: hence a second more than the documented minute; milliseconds.
 */
const returnAfter = 61_000;

/**
 * Gmail: every email of a mailbox, sent and received. See the README in this folder.
 *
 * @param unitsPerMinute the quota of the project per minute and user.
 */
export function createGmail(settings: GoogleSettings, unitsPerMinute: number): SourceProvider {
  const buckets = new Map<string, TokenBucket>();
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
    connect: createGoogleConnect({
      settings,
      service: 'Gmail',
      scope: gmailScope,
      scopeWithoutText: headScope,
    }),
    worksWithoutText: true,
    open: (session) =>
      openMailbox(settings, session, quotaOf(session.source), (raw) =>
        readMailInTurn(raw, session.ownerId),
      ),
    locate: (session, reference, cursor) =>
      locateMail(settings, session, quotaOf(session.source), { reference, cursor }),
  };
}
