import type { QueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { noticesQuery } from './notices-query.ts';

/** Marks notices as read or unread: at once on the screen, and undone where the server refuses. */
export async function markNotices(
  client: QueryClient,
  ids: readonly string[],
  isRead: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const { queryKey } = noticesQuery;
  // The response to an earlier request would bring the former state back.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (known) => {
    if (known === undefined) return known;
    const notices = known.notices.map((one) => (ids.includes(one.id) ? { ...one, isRead } : one));
    return { notices, unread: notices.filter((one) => !one.isRead).length };
  });
  try {
    await apiRequestOrThrow('PUT /api/notices/read', { body: { ids: [...ids], isRead } });
  } catch (error) {
    toast.error(`Failed to mark as ${isRead ? 'read' : 'unread'}`, {
      description: failureMessage(error, 'Please try again.'),
    });
    await client.invalidateQueries({ queryKey });
  }
}
