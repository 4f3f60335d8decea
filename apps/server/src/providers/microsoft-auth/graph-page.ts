import { z } from 'zod';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { GraphSession } from './graph-session.ts';

/** Links of pages and changes were seen with up to 1,500 characters. */
export const MAX_LINK_LENGTH = 8_000;

/** A page of a collection, or of its changes. */
export interface GraphPage<Item> {
  items: Item[];
  /** The next page; undefined on the last one. */
  nextLink: string | undefined;
  /** On the last page of changes: what changes from then on. */
  deltaLink: string | undefined;
}

const page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

/**
 * Reads a page item by item: one that cannot be read does not lose the others.
 *
 * @param readItem returns undefined for what has no usable id.
 */
export function readGraphPage<Item extends object>(
  answer: unknown,
  readItem: (entry: unknown) => Item | undefined,
): GraphPage<Item> {
  const parsed = page.parse(answer);
  return {
    items: parsed.value.flatMap((entry) => readItem(entry) ?? []),
    nextLink: parsed['@odata.nextLink'],
    deltaLink: parsed['@odata.deltaLink'],
  };
}

/**
 * The link that changes go on at, as it is stored in a cursor.
 *
 * @throws ProviderError where there is none, or one that is too long
 */
export function linkAfter(graph: GraphSession, { nextLink, deltaLink }: GraphPage<object>): string {
  const link = nextLink ?? deltaLink;
  if (link === undefined) {
    throw new ProviderError('temporary', 'Microsoft 365 sent changes without a link to the next.');
  }
  const relative = graph.relativeLink(link);
  if (relative.length <= MAX_LINK_LENGTH) return relative;
  throw new ProviderError('permanent', 'Microsoft 365 sent a link that is too long.');
}
