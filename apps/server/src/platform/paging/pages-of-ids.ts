/** Lower than every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Goes through ids in their order, a page at a time. A skipped id does not come again, so that it cannot hide
 * the ids after it.
 *
 * @param read returns the first ids after the given one, `size` at most.
 */
export async function* pagesOfIds(
  size: number,
  read: (after: string) => Promise<{ rows: { id: string }[] }>,
): AsyncGenerator<string[]> {
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const { rows } = await read(after);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    after = ids.length < size ? undefined : ids.at(-1);
  }
}
