import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';

/** In everything that only the members of a workspace may see, and in what is one user's own. */
export const secretOf = (name: string): string => `secret-of-${name}`;

let written = 0;

/** An email with a secret in all its texts; each is a minute older than the one before. */
export function secretMail(email: string, secret: string, key: string): ActivityToCapture {
  written += 1;
  const texts = { title: secret, summary: secret, textBody: secret, htmlBody: `<p>${secret}</p>` };
  return sampleMail({
    key: `message-id:<${key}-${secret}>`,
    occurredAt: new Date(Date.now() - written * 60_000),
    ...texts,
    participants: [{ name: secret, email, role: 'from' }],
    messageIds: [`<${key}-${secret}>`],
  });
}
