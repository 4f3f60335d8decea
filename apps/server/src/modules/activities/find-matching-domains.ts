import { sql } from 'kysely';
import { domainOfAddress, domainsAtAndAbove } from '@repo/domain/domains/domain-name';
import type { Participant } from '@repo/contract/activities';
import type { Connection } from '#platform/database/create-database.ts';

export interface TrackedDomain {
  id: string;
  domain: string;
  /** Whether it is shared with a workspace that the user left: nothing new is captured for it. */
  isFrozen?: boolean;
}

/** Finds which of a user's tracked domains the participants of an activity belong to. */
export type MatchDomains = (participants: readonly Participant[]) => TrackedDomain[];

/**
 * Domains of addresses in one query. Parsing them takes some 10 ms, and each may have a hundred domains above
 * it. Most pages of activities have fewer.
 */
const MAX_AT_ONCE = 1_000;

/** Reads the user's tracked domains that many participants may belong to. */
export async function findMatchingDomains(
  db: Connection,
  ownerId: string,
  participants: readonly Participant[],
): Promise<MatchDomains> {
  const texts = [...new Set(participants.map(domainText))];
  const byName = new Map<string, TrackedDomain>();
  const byText = new Map<string, TrackedDomain[]>();
  for (let from = 0; from < texts.length; from += MAX_AT_ONCE) {
    const some = texts
      .slice(from, from + MAX_AT_ONCE)
      .map((text) => ({ text, names: namesOf(text) }));
    const candidates = new Set(some.flatMap(({ names }) => names));
    for (const one of await readTracked(db, ownerId, candidates)) byName.set(one.domain, one);
    for (const { text, names } of some) {
      const tracked = names.flatMap((name) => byName.get(name) ?? []);
      if (tracked.length > 0) byText.set(text, tracked);
    }
  }
  return (given) => [...new Set(given.flatMap((one) => byText.get(domainText(one)) ?? []))];
}

async function readTracked(
  db: Connection,
  ownerId: string,
  domains: ReadonlySet<string>,
): Promise<TrackedDomain[]> {
  if (domains.size === 0) return [];
  const found = await db
    .selectFrom('domains')
    .select(['id', 'domain', isFrozen(ownerId).as('isFrozen'), hasLeft(ownerId).as('hasLeft')])
    .where('owner_id', '=', ownerId)
    .where('domain', '=', sql<string>`any(${[...domains]}::text[])`)
    .execute();
  const withDeleted =
    found[0]?.hasLeft === true ? await listFrozenWithDeleted(db, ownerId) : new Set<string>();
  return found.map(({ id, domain, isFrozen }) => ({
    id,
    domain,
    isFrozen: isFrozen || withDeleted.has(id),
  }));
}

const hasLeft = (ownerId: string) => sql<boolean>`exists (
  select from former_memberships former where former.user_id = ${ownerId})`;

/** The domains that restoring a deleted account of a workspace that the user left shares again. */
async function listFrozenWithDeleted(db: Connection, ownerId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select share.domain_id as id from deleted_account_shares share
    join deleted_accounts deleted on deleted.account_id = share.account_id
    join former_memberships former
      on former.workspace_id = deleted.workspace_id and former.user_id = share.owner_id
    where share.owner_id = ${ownerId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const isFrozen = (ownerId: string) => sql<boolean>`exists (
  select from domain_shares share
  join former_memberships former
    on former.workspace_id = share.workspace_id and former.user_id = share.owner_id
  where share.owner_id = ${ownerId} and share.domain_id = domains.id)`;

/** The domain of an address as it is written; empty when it has none. */
const domainText = ({ email }: Participant): string => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : email.slice(at);
};

function namesOf(text: string): string[] {
  const domain = domainOfAddress(`x${text}`);
  return domain === undefined ? [] : domainsAtAndAbove(domain);
}
