import { limits } from '@repo/contract/limits';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { bearerToken } from '#platform/http/admit-request.ts';
import { AppError } from '#platform/http/app-error.ts';
import { networkOf } from '#platform/rate-limit/network-of.ts';
import { createRecentCounts } from '#platform/rate-limit/recent-counts.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { isProvisioningToken } from '../managing/tokens.ts';
import type { Organization } from '../users/provisioner.ts';

const WINDOW_MS = 60_000;
/** Unknown tokens of one network in a minute; no provider tries many. */
const MAX_UNKNOWN = 60;
const MAX_COUNTED = 10_000;

/**
 * Returns what finds the organization of a request by its token, before anything else is done for it.
 *
 * @throws AppError `UNAUTHENTICATED` or `RATE_LIMITED`
 */
export function createAdmission(db: Database): (request: FastifyRequest) => Promise<Organization> {
  const unknown = createRecentCounts({ windowMs: WINDOW_MS, maxKeys: MAX_COUNTED });
  const known = createRecentCounts({ windowMs: WINDOW_MS, maxKeys: MAX_COUNTED });
  return async (request) => {
    const token = bearerToken(request);
    if (token === undefined || !isProvisioningToken(token)) throw noToken();
    const network = networkOf(request.ip);
    if (unknown.get(network) >= MAX_UNKNOWN) throw tooMany(unknown.msLeft(network));
    const found = await findOrganization(db, token);
    if (found === undefined) {
      unknown.add(network);
      throw noToken();
    }
    const { id, name, slug } = found;
    if (known.add(id) > limits.provisioningRequestsPerMinute) throw tooMany(known.msLeft(id));
    if (found.isStale) await noteUse(db, found.tokenId);
    return { id, name, slug };
  };
}

const noToken = () =>
  new AppError(
    'UNAUTHENTICATED',
    'A provider needs a token of its organization, in the header "Authorization: Bearer scim_…". An administrator creates one.',
  );

const tooMany = (ms: number) =>
  new AppError('RATE_LIMITED', 'Too many requests. Try again in a minute.', {
    retryAfterSeconds: ms / 1_000,
  });

interface Found extends Organization {
  tokenId: string;
  /** Whether the use has to be written. */
  isStale: boolean;
}

async function findOrganization(db: Database, token: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select token.id as "tokenId", organization.id, organization.name, organization.slug,
      last_used_at is null or last_used_at < now() - interval '1 minute' as "isStale"
    from scim_tokens token
    join organizations organization on organization.id = token.organization_id
    where token_hash = ${hashToken(token)} and organization.archived_at is null`.execute(db);
  return rows[0];
}

/** Once a minute, also by requests at the same moment. */
async function noteUse(db: Database, tokenId: string): Promise<void> {
  await sql`
    update scim_tokens set last_used_at = now()
    where id = ${tokenId}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}
