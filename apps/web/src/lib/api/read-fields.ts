/** An object of a response, with whatever its server put into it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An id, which some servers send as a number; empty for anything else. */
export function idOf(value: unknown): string {
  return Number.isSafeInteger(value) ? String(value) : textOf(value);
}

/** A whole number from 0 on, also written as a text; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : undefined;
}

const KINDS = {
  id: idOf,
  text: textOf,
  nullableText: (value: unknown) => (value === null ? null : textOf(value)),
  count: countOf,
  flag: (value: unknown) => value === true,
};

export type FieldKinds<Entry> = { readonly [Name in keyof Entry]?: keyof typeof KINDS };

/**
 * Reads the fields of these kinds, so that no screen gets an object instead of a text. A field
 * that cannot be used counts as absent: an empty text or id, no count, a flag that is not set. All other
 * fields stay as they were sent.
 */
export function readFields<Entry extends object>(received: Entry, kinds: FieldKinds<Entry>): Entry {
  const read = { ...received } as Record<string, unknown>;
  for (const name in kinds) {
    const kind = kinds[name];
    if (kind !== undefined) read[name] = KINDS[kind](read[name]);
  }
  return read as Entry;
}
