import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { findErased } from '#modules/activities/erased-contacts.ts';
import type { Contact } from './extract-contacts.ts';

/** Names, and addresses, stored per domain (specification part 2, section 9). */
const MAX_SAMPLES = 3;
/** Longer texts are not names. */
const MAX_NAME_LENGTH = 100;

interface Samples {
  names: string[];
  emails: string[];
  lastSeen: string;
}

/** Stores up to three names and addresses of each domain, so that a user recognises it; none of an erased contact. */
export async function storeSamples(
  tx: Connection,
  ownerId: string,
  mails: readonly { day: string; contacts: readonly Contact[] }[],
): Promise<void> {
  const met = new Map<string, Samples>();
  const everyone = mails.flatMap(({ contacts }) => contacts);
  const isErased = await findErased(tx, everyone, ({ name, email }) => [name, email]);
  for (const { day, contacts } of mails) {
    for (const { domain, name, email } of contacts.filter((one) => !isErased(one))) {
      const before = met.get(domain);
      const isName = name !== '' && name.length <= MAX_NAME_LENGTH;
      met.set(domain, {
        names: merge(before?.names ?? [], isName ? [name.toWellFormed().replaceAll('\0', '')] : []),
        emails: merge(before?.emails ?? [], [email.toWellFormed().replaceAll('\0', '')]),
        lastSeen: before && before.lastSeen > day ? before.lastSeen : day,
      });
    }
  }
  if (met.size === 0) return;
  const kept = await tx
    .selectFrom('discovered_samples')
    .select(['domain', 'names', 'emails', 'last_seen'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`domain = any(${[...met.keys()]}::text[])`)
    .execute();
  const keptOf = new Map(kept.map((one) => [one.domain, one]));
  const samples = [...met].map(([domain, { names, emails, lastSeen }]) => {
    const before = keptOf.get(domain);
    return {
      domain,
      names: merge(before?.names ?? [], names),
      emails: merge(before?.emails ?? [], emails),
      last_seen: before && before.last_seen > lastSeen ? before.last_seen : lastSeen,
    };
  });
  await sql`
    insert into discovered_samples (owner_id, domain, names, emails, last_seen)
    select ${ownerId}, domain, names, emails, last_seen
    from json_to_recordset(${JSON.stringify(samples)})
      as met (domain text, names text[], emails text[], last_seen date)
    on conflict (owner_id, domain) do update set
      names = excluded.names, emails = excluded.emails, last_seen = excluded.last_seen`.execute(tx);
}

const merge = (kept: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...kept, ...more])].slice(0, MAX_SAMPLES);
