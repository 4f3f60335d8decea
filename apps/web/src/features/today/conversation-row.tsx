import type { TodayConversation } from '@repo/contract/today';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { hideConversation } from './hide-conversation.ts';
import { RemindButton } from './remind-button.tsx';

type Props = {
  conversation: TodayConversation;
  /** Whether the reader wrote the last email. */
  isOwn: boolean;
};

/** A conversation that waits for an answer: it opens its last email, and can be hidden. */
export function ConversationRow({ conversation, isOwn }: Props) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const [isHiding, setHiding] = useState(false);
  const { id, account, person, occurredAt, isReminder } = conversation;
  const title = conversation.title || 'No subject';
  const hide = async (remindOn: string | null) => {
    setHiding(true);
    await hideConversation(client, { workspaceId: workspace.id, conversation, remindOn });
    setHiding(false);
  };
  return (
    <li className="flex items-start border-b border-line last:border-0 hoverable:bg-hover">
      <Link
        to={`${workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}`)}?activity=${encodeURIComponent(id)}`}
        className="min-w-0 flex-1 rounded-md py-2.5 pl-4 outline-offset-[-2px]"
      >
        <span className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {title}
          </span>
          {isReminder ? <Badge>Reminder</Badge> : null}
          <RelativeTime
            value={occurredAt}
            className="ml-auto shrink-0 text-grid whitespace-nowrap text-muted"
          />
        </span>
        <span className="flex min-w-0 gap-x-1.5 text-grid text-muted">
          <span dir="auto" className="truncate">
            {isOwn ? 'To ' : ''}
            {person.name || person.email || 'someone'}
          </span>
          <span aria-hidden>·</span>
          <span dir="auto" className="min-w-16 truncate">
            {account.name || 'Unnamed account'}
          </span>
        </span>
      </Link>
      <div className="flex shrink-0 gap-1 py-2.5 pr-3 pl-2">
        <RemindButton title={title} isBusy={isHiding} onRemind={(day) => void hide(day)} />
        <IconButton
          label={`Done: ${title}`}
          icon={<Check aria-hidden />}
          loading={isHiding}
          onClick={() => void hide(null)}
        />
      </div>
    </li>
  );
}
