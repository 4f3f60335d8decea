import { sql } from 'kysely';
import { domainOfAddress, domainsAtAndAbove } from '@repo/domain/domains/domain-name';
import type { Participant } from '@repo/contract/activities';
import type { Connection } from '../../platform/database/create-database.ts';

export interface TrackedDomain {
  id: string;
  domain: string;
}

/** Finds which of a user's tracked domains the participants of an activity belong to. */
export type MatchDomains = (participants: readonly Participant[]) => TrackedDomain[];

/** Reads, in one query, those of a user's tracked domains that many participants may belong to. */
export async function findMatchingDomains(
  db: Connection,
  ownerId: string,
  participants: readonly Participant[],
): Promise<MatchDomains> {
  const candidates = new Set(participants.flatMap(domainsOf));
  if (candidates.size === 0) return () => [];
  const tracked = await db
    .selectFrom('domains')
    .select(['id', 'domain'])
    .where('owner_id', '=', ownerId)
    .where('domain', '=', sql<string>`any(${[...candidates]}::text[])`)
    .execute();
  const byName = new Map(tracked.map((one) => [one.domain, one]));
  return (given) => {
    const names = new Set(given.flatMap(domainsOf));
    return [...names].flatMap((name) => byName.get(name) ?? []);
  };
}

function domainsOf({ email }: Participant): string[] {
  const domain = domainOfAddress(email);
  return domain === undefined ? [] : domainsAtAndAbove(domain);
}
