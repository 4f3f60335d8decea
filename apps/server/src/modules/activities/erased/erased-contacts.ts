import { withoutTag } from '@repo/domain/relationships/address-tag';
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Sealed } from '#platform/secrets/secret-box.ts';
import { secretsOf } from '#platform/secrets/secrets-of.ts';

export const erasureKeyContext = 'erasure key';
/** Of the addresses of an erasure that is not finished. */
export const erasureContext = (id: string): string => `contact erasure ${id}`;
const KEY_BYTES = 32;

/** Opened keys, by what is stored of them. */
const opened = new Map<string, Buffer>();

/** What is searched for addresses: the people and texts of an activity. */
export interface Searched {
  participants: readonly { email: string }[];
  bcc: readonly { email: string }[];
  title: string;
  summary: string;
  location: string | null;
  html_body: string | null;
  text_body: string | null;
  metadata: unknown;
}

/**
 * Finds which activities name a contact that was erased, as participant or in a text. It is one short query where none
 * ever was. The caller holds the owner, so that an erasure that begins meanwhile finds what is stored.
 */
export async function findErased(
  tx: Connection,
  activities: readonly Searched[],
): Promise<(activity: Searched) => boolean> {
  if (activities.length === 0) return () => false;
  const key = await readKey(tx);
  if (key === undefined) return () => false;
  const named = new Map(activities.map((one) => [one, [...addressesIn(one)]]));
  const hashes = new Map([...named.values()].flat().map((one) => [one, hashOf(key, one)]));
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from erased_contacts where hash = any(${[...hashes.values()]})`.execute(tx);
  const erased = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return (activity) =>
    (named.get(activity) ?? []).some((address) =>
      erased.has(hashes.get(address)?.toString('hex') ?? ''),
    );
}

/** Keeps an address from being captured again. */
export async function noteErased(tx: Connection, addresses: readonly string[]): Promise<void> {
  const key = (await readKey(tx)) ?? (await makeKey(tx));
  for (const address of addresses) {
    await tx
      .insertInto('erased_contacts')
      .values({ hash: hashOf(key, normal(address)) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

/** An address is searched for in lower case and without its tag. */
const normal = (address: string): string => withoutTag(address.toLowerCase());

const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40|&#64;)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

function addressesIn(activity: Searched): Set<string> {
  const { participants, bcc, title, summary, location, html_body, text_body, metadata } = activity;
  const texts = [title, summary, location, html_body, text_body, JSON.stringify(metadata)];
  const inTexts = texts.flatMap((text) => text?.match(ADDRESS) ?? []);
  return new Set(
    [...[...participants, ...bcc].map(({ email }) => email), ...inTexts].map((address) =>
      normal(address.replace(/%40|&#64;/, '@')),
    ),
  );
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
