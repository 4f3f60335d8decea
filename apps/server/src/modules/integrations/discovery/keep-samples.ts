import type { Connection } from '../../../platform/database/create-database.ts';
import type { Contact } from './contacts-of.ts';

/** Names, and addresses, kept of each domain (specification part 2, section 9). */
const mostSamples = 3;
/** Longer ones are nobody's name. */
const longestName = 100;

interface Samples {
  names: string[];
  emails: string[];
  lastSeen: string;
}

/** Keeps up to three names and addresses of each domain, so that a person recognises it. */
export async function keepSamples(
  tx: Connection,
  ownerId: string,
  mails: readonly { day: string; contacts: readonly Contact[] }[],
): Promise<void> {
  const met = new Map<string, Samples>();
  for (const { day, contacts } of mails) {
    for (const { domain, name, email } of contacts) {
      const before = met.get(domain);
      const isName = name !== '' && name.length <= longestName;
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
    .where('domain', 'in', [...met.keys()])
    .execute();
  const keptOf = new Map(kept.map((one) => [one.domain, one]));
  await tx
    .insertInto('discovered_samples')
    .values(
      [...met].map(([domain, { names, emails, lastSeen }]) => {
        const before = keptOf.get(domain);
        return {
          owner_id: ownerId,
          domain,
          names: merge(before?.names ?? [], names),
          emails: merge(before?.emails ?? [], emails),
          last_seen: before && before.last_seen > lastSeen ? before.last_seen : lastSeen,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'domain']).doUpdateSet((eb) => ({
        names: eb.ref('excluded.names'),
        emails: eb.ref('excluded.emails'),
        last_seen: eb.ref('excluded.last_seen'),
      })),
    )
    .execute();
}

const merge = (kept: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...kept, ...more])].slice(0, mostSamples);
