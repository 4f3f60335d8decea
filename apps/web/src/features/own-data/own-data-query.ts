import type { OwnDataKind } from '@repo/contract/own-data';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';

/** The overview of the user's stored data, counted again each time the page is opened. */
export const ownDataQuery = {
  queryKey: ['own-data'],
  gcTime: 0,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnDataKind[]> => {
    const { kinds } = await apiRequestOrThrow('GET /api/auth/own-data', { signal });
    return readList(kinds, 'kinds of data', ({ id, title }) => id !== '' && title !== '', {
      id: 'id',
      title: 'text',
      whatFor: 'text',
      kept: 'text',
    }).map((kind) => ({
      ...kind,
      seenBy: readSeenBy(kind.seenBy),
      count: readCount(kind.count),
    }));
  },
};

function readSeenBy(received: unknown): OwnDataKind['seenBy'] {
  const { user, others } = fieldsOf(received);
  return { user: user === true, others: textOf(others) || null };
}

function readCount(received: unknown): OwnDataKind['count'] {
  const { number, unit } = fieldsOf(received);
  const count = countOf(number);
  const { one, many } = fieldsOf(unit);
  return count === undefined
    ? null
    : { number: count, unit: { one: textOf(one), many: textOf(many) } };
}
