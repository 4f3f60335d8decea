import type { gmail_v1 } from '@googleapis/gmail';

/** Labels that decide whether an email is an activity at all. */
export const absentLabels = ['DRAFT', 'SPAM', 'TRASH', 'CHAT'] as const;

/** Whether an email with these labels is not an activity: a draft, spam, in the trash, a chat. */
export const isAbsent = (labels: readonly string[]): boolean =>
  absentLabels.some((label) => labels.includes(label));

/**
 * The ids on a page of history that have to be read again, and the permanently deleted ones. A label only
 * matters if it decides whether an email is an activity, unlike read or starred.
 */
export function readHistory(records: readonly gmail_v1.Schema$History[]): {
  changed: string[];
  removed: string[];
} {
  const changed = new Set<string>();
  const removed = new Set<string>();
  for (const { messagesAdded, messagesDeleted, labelsAdded, labelsRemoved } of records) {
    const relabelled = [...(labelsAdded ?? []), ...(labelsRemoved ?? [])].filter(({ labelIds }) =>
      isAbsent(labelIds ?? []),
    );
    for (const { message } of [...(messagesAdded ?? []), ...relabelled]) {
      if (message?.id) changed.add(message.id);
    }
    for (const { message } of messagesDeleted ?? []) {
      if (message?.id) removed.add(message.id);
    }
  }
  return { changed: [...changed].filter((id) => !removed.has(id)), removed: [...removed] };
}
