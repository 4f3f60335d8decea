import { limits } from '@repo/contract/limits';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';

/** Begins every token, so that one that is found somewhere is recognized. */
const PREFIX = 'scim_';
/** The prefix, and 24 of the 256 random bits. */
const START_LENGTH = PREFIX.length + 4;
const FORM = /^scim_[\w-]{43}$/;

/** Whether a text has the form of a token, so that another one costs no query. */
export const isProvisioningToken = (text: string): boolean => FORM.test(text);

/**
 * Creates a token of an organization, of which only the hash is stored.
 *
 * @throws AppError `NOT_FOUND` or `LIMIT_REACHED`
 */
export async function createProvisioningToken(
  db: Database,
  actor: Actor,
  organizationId: string,
): Promise<string> {
  const token = `${PREFIX}${createToken()}`;
  const start = token.slice(0, START_LENGTH);
  await db.transaction().execute(async (tx) => {
    const scope = await lockOrganization(tx, organizationId);
    const { current } = await tx
      .selectFrom('scim_tokens')
      .select(({ fn }) => fn.countAll<number>().as('current'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const limit = limits.provisioningTokens;
    if (Number(current) >= limit) {
      const message = `An organization has at most ${limit} tokens. Revoke one that is no longer used first.`;
      throw limitReached({ message, limit, current: Number(current) });
    }
    await tx
      .insertInto('scim_tokens')
      .values({ organization_id: organizationId, token_hash: hashToken(token), start })
      .execute();
    await recordChange(tx, {
      actor,
      action: 'provisioning.token-created',
      scope,
      after: { token: start },
    });
  });
  return token;
}

/** @throws AppError `NOT_FOUND` */
export async function revokeProvisioningToken(
  db: Database,
  actor: Actor,
  { id: organizationId, tokenId }: { id: string; tokenId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const scope = await lockOrganization(tx, organizationId);
    const revoked = await tx
      .deleteFrom('scim_tokens')
      .where('organization_id', '=', organizationId)
      .where('id', '=', tokenId)
      .returning('start')
      .executeTakeFirst();
    if (revoked === undefined) throw notFound('Token');
    await recordChange(tx, {
      actor,
      action: 'provisioning.token-revoked',
      scope,
      before: { token: revoked.start },
    });
  });
}

/** Two tokens that are created at once must not exceed the limit. */
async function lockOrganization(tx: Connection, organizationId: string): Promise<string> {
  const organization = await tx
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  return organization.slug;
}
