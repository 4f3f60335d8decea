import type { Context } from '#platform/context.ts';

/** A change of a user's sign-in, for an email to them. */
interface SecurityChange {
  subject: string;
  /** Paragraphs. */
  happened: string[];
  /** The advice for a change by someone else. Ends with a colon. */
  otherwise: string;
  /** Where to do it; paths of the web application. */
  paths: string[];
}

interface Reader {
  email: string;
  /** The name of the product and a blank; empty if it has no name. */
  product: string;
}

/**
 * Notifies an active user of what happened to their sign-in, so that they notice if it was not them. Rejects when the
 * email could not be handed over.
 */
export async function mailSecurityChange(
  { config, db, log, mailer }: Context,
  userId: string,
  describe: (reader: Reader) => SecurityChange,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  const { productName, webUrl } = config;
  const product = productName ? `${productName} ` : '';
  const { subject, happened, otherwise, paths } = describe({ product, email: user.email });
  const mail = {
    to: user.email,
    subject,
    text: [
      `Hello ${user.name},`,
      ...happened,
      otherwise,
      paths.map((path) => `${webUrl}${path}`).join('\n'),
      'If it was you, there is nothing to do.',
    ].join('\n\n'),
  };
  try {
    await mailer.send(mail);
  } catch (error) {
    log.error({ err: error, userId, subject }, 'the mail about a change of sign-in was not sent');
    throw error;
  }
}
