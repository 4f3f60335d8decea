import { idOf, textOf } from '#lib/api/read-fields.ts';

export type Tag = { id: string; name: string; color: string };

/** An account as far as its tags are shown and edited. */
export type TaggedAccount = { id: string; name: string; tags: readonly Tag[] };

/** The tags in a response; what cannot be shown as one is left out. */
export function readTags(received: unknown): Tag[] {
  if (!Array.isArray(received)) return [];
  return (received as (Partial<Tag> | null)[])
    .map((tag) => ({ id: idOf(tag?.id), name: textOf(tag?.name), color: textOf(tag?.color) }))
    .filter(({ id, name }) => id !== '' && name !== '');
}
