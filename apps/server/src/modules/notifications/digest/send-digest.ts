import type { Context } from '#platform/context.ts';
import { type DueMail, sendDueMail } from '../mailing/send-due-mail.ts';
import { composeDigest } from './compose-digest.ts';
import { hasContent } from './digest.ts';
import { type DigestSources, readDigest } from './read-digest.ts';

export interface DueDigest {
  userId: string;
  /** The Monday on which it is sent, in the user's time zone. */
  week: string;
}

const WEEKLY_DIGEST: DueMail = {
  kind: 'weekly-digest',
  name: 'weekly digest',
  idPrefix: 'digest',
  wanted: 'weekly_digest',
  sentOn: 'digest_week',
};

/** Sends a user the digest of a week (`sendDueMail`). */
export const sendDigest = (
  context: Context,
  { providers, cache }: Omit<DigestSources, 'config'>,
  { userId, week }: DueDigest,
  now = new Date(),
): Promise<void> =>
  sendDueMail(context, WEEKLY_DIGEST, { userId, day: week }, async (_, links) => {
    const { config, db } = context;
    const digest = await readDigest(db, userId, { config, providers, cache }, now);
    if (!hasContent(digest)) return undefined;
    return composeDigest(config, digest, {
      ...links,
      integrations: `${config.webUrl}/integrations`,
    });
  });
