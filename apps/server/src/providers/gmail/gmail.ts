import type { Provider } from '../../modules/integrations/provider.ts';
import { createTokenBucket, type TokenBucket } from '../../platform/throttle/token-bucket.ts';
import { createGoogleConnect } from '../google-auth/google-connect.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { gmailUnitsPerMinute } from './gmail-limits.ts';
import { openMailbox } from './open-mailbox.ts';

/** Reading alone; `gmail.metadata` would allow neither a search nor the text. */
const gmailScope = 'https://www.googleapis.com/auth/gmail.readonly';

/** Gmail: every mail of a mailbox, sent and received. See the README beside this file. */
export function createGmail(settings: GoogleSettings): Provider {
  const buckets = new Map<string, TokenBucket>();
  const bucketOf = (mailbox: string): TokenBucket => {
    // The quota is Google's; a stand-in says by itself when it has had enough.
    if (settings.rootUrl !== undefined) return bottomless;
    const bucket = buckets.get(mailbox) ?? createTokenBucket(quota);
    buckets.set(mailbox, bucket);
    return bucket;
  };
  return {
    id: 'gmail',
    name: 'Gmail',
    capability: 'email',
    connect: createGoogleConnect({ settings, service: 'Gmail', scope: gmailScope }),
    open: (session) => openMailbox(settings, session, bucketOf(session.source)),
  };
}

const quota = { tokens: gmailUnitsPerMinute, returnAfter: 60_000 };
const bottomless: TokenBucket = { take: async () => {} };
