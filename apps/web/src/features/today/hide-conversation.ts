import type { TodayConversation } from '@repo/contract/today';
import type { BusinessDay } from '@repo/domain/time/business-day';
import type { QueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { toast } from '#ui/feedback/toast.ts';
import { todayKey } from './today-query.ts';

const CONVERSATION =
  '/api/workspaces/{workspaceId}/today/conversations/{activityId}' as const satisfies string;

type Hiding = {
  workspaceId: string;
  conversation: TodayConversation;
  /** Null without a reminder. */
  remindOn: BusinessDay | null;
};

/** Hides a conversation until its next email, or until a day, and offers to undo it. */
export async function hideConversation(
  client: QueryClient,
  { workspaceId, conversation, remindOn }: Hiding,
): Promise<void> {
  const params = { workspaceId, activityId: conversation.id };
  const title = conversation.title || 'No subject';
  const refresh = () => client.invalidateQueries({ queryKey: todayKey(workspaceId) });
  const hide = () => apiRequestOrThrow(`PUT ${CONVERSATION}`, { params, body: { remindOn } });
  const show = () => apiRequestOrThrow(`DELETE ${CONVERSATION}`, { params });
  const attempt = async (run: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await run();
    } catch (error) {
      toast.error(failed, { description: failureMessage(error as Error, 'Please try again.') });
      return false;
    }
    await refresh();
    return true;
  };
  if (!(await attempt(hide, `Failed to hide “${title}”`))) return;
  const onClick = () => void attempt(show, 'Failed to undo the change');
  toast.success(
    remindOn === null ? 'Marked as done' : `You will be reminded on ${formatWholeDay(remindOn)}`,
    { description: title, action: { label: 'Undo', onClick } },
  );
}
