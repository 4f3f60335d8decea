import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { sendFactorChangeJob } from '#modules/sign-in-factors/send-factor-change.job.ts';

interface NewIdentity {
  connectionId: string;
  issuer: string;
  subject: string;
  user: { id: string; name: string; email: string };
  organizationSlug: string;
}

/**
 * Connects a provider's account with a user, who is mailed about it: the provider signs them in from now on.
 *
 * @returns false if the account is connected with another user.
 */
export async function addIdentity(
  tx: Connection,
  { jobs }: Pick<Context, 'jobs'>,
  { connectionId, issuer, subject, user, organizationSlug }: NewIdentity,
): Promise<boolean> {
  const added = await tx
    .insertInto('sso_identities')
    .values({ connection_id: connectionId, issuer, subject, user_id: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added === undefined) {
    const other = await tx
      .selectFrom('sso_identities')
      .select('user_id')
      .where('connection_id', '=', connectionId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return other?.user_id === user.id;
  }
  const person = { id: user.id, name: user.name || user.email };
  await recordChange(tx, {
    actor: person,
    action: 'sso.linked',
    person,
    scope: organizationSlug,
    after: { issuer },
  });
  // In the same transaction: the email is the defence against a stolen session, and must not be lost.
  await jobs.enqueue(
    sendFactorChangeJob,
    { userId: user.id, change: 'company-linked' },
    { within: tx },
  );
  return true;
}
