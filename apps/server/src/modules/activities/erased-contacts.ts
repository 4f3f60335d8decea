import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Sealed } from '#platform/secrets/secret-box.ts';
import { secretsOf } from '#platform/secrets/secrets-of.ts';
import { addressesIn } from './named-addresses.ts';

export const erasureKeyContext = 'erasure key';
/** Of the addresses of an erasure that is not finished. */
export const erasureContext = (id: string): string => `contact erasure ${id}`;
const KEY_BYTES = 32;
/** Hexadecimal digits of a name that stands for an erased address. */
const NAME_LENGTH = 16;

/** Opened keys, by what is stored of them. */
const opened = new Map<string, Buffer>();

/** Columns of an activity that are searched for addresses. */
export const SEARCHED_COLUMNS = [
  'participants',
  'bcc',
  'title',
  'summary',
  'location',
  'html_body',
  'text_body',
  'metadata',
] as const;

/**
 * Finds the items that name an erased contact. Takes one short query when no contact was ever erased. The caller has
 * locked the user, so that an erasure that begins meanwhile finds the stored rows.
 *
 * @param partsOf returns the texts of an item, or JSON with texts in it.
 */
export async function findErased<Item>(
  tx: Connection,
  items: readonly Item[],
  partsOf: (item: Item) => unknown,
): Promise<(item: Item) => boolean> {
  if (items.length === 0) return () => false;
  const key = await readKey(tx);
  if (key === undefined) return () => false;
  const named = new Map(items.map((item) => [item, [...addressesIn(partsOf(item))]]));
  const hashes = new Map([...named.values()].flat().map((one) => [one, hashOf(key, one)]));
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from erased_contacts where hash = any(${[...hashes.values()]})`.execute(tx);
  const erased = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return (item) =>
    (named.get(item) ?? []).some((address) =>
      erased.has(hashes.get(address)?.toString('hex') ?? ''),
    );
}

/** Keeps addresses, in normal form, from being captured again. */
export async function noteErased(tx: Connection, addresses: readonly string[]): Promise<void> {
  const key = (await readKey(tx)) ?? (await makeKey(tx));
  for (const address of addresses) {
    await tx
      .insertInto('erased_contacts')
      .values({ hash: hashOf(key, address) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

/**
 * Names that stand for erased addresses from now on: the same for an address each time, and at a domain that never
 * exists.
 */
export async function namesOfErased(
  tx: Connection,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const key = (await readKey(tx)) ?? (await makeKey(tx));
  const nameOf = (address: string) => hashOf(key, address).toString('hex').slice(0, NAME_LENGTH);
  return new Map(addresses.map((one) => [one, `contact-${nameOf(one)}.erased.invalid`]));
}

const hashOf = (key: Buffer, address: string): Buffer =>
  createHmac('sha256', key).update(address).digest();

async function readKey(tx: Connection): Promise<Buffer | undefined> {
  const stored = await tx
    .selectFrom('erasure_keys')
    .select(['sealed as bytes', 'key_id as keyId'])
    .executeTakeFirst();
  return stored && openKey(tx, stored);
}

function openKey(tx: Connection, sealed: Sealed): Buffer {
  const name = sealed.bytes.toString('base64');
  const known = opened.get(name);
  if (known !== undefined) return known;
  const key = Buffer.from(String(secretsOf(tx).open(sealed, erasureKeyContext)), 'base64');
  opened.set(name, key);
  return key;
}

async function makeKey(tx: Connection): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const { bytes, keyId } = secretsOf(tx).seal(key.toString('base64'), erasureKeyContext);
  await tx
    .insertInto('erasure_keys')
    .values({ id: 1, sealed: bytes, key_id: keyId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await readKey(tx)) ?? key;
}
