import { type RawBuilder, sql } from 'kysely';

/**
 * A quick condition on a text in the database, which is true for more than the texts that name an address:
 * they have its longest words. `addressesIn` decides about those that it leaves.
 */
export function mayName(
  text: RawBuilder<unknown>,
  addresses: readonly string[],
): RawBuilder<boolean> {
  const each = addresses.map((address) => {
    const at = address.lastIndexOf('@');
    const domain = address.slice(at + 1);
    // A text can have the letters in place of punycode.
    const parts = domain.includes('xn--') ? [address.slice(0, at)] : [address.slice(0, at), domain];
    const found = parts.map((part) => sql`strpos(lower(${text}), ${wordOf(part)}) > 0`);
    return sql`(${sql.join(found, sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Of letters that every collation makes small, and that no encoding changes. */
const wordOf = (text: string): string =>
  (text.match(/[a-z0-9]+/g) ?? []).reduce(
    (chosen, word) => (word.length > chosen.length ? word : chosen),
    '',
  );
