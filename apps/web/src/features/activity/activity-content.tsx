import { activityTitle } from '@repo/domain/activities/activity-text';
import { CallContent } from './call-content.tsx';
import { ConversationContent } from './conversation-content.tsx';
import { EmailContent } from './email-content.tsx';
import { MeetingContent } from './meeting-content.tsx';
import type { Activity } from './read-activity.ts';

/** An activity in full, in the manner of its type. */
export function ActivityContent({ activity }: { activity: Activity }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h3
        dir="auto"
        className="max-h-20 shrink-0 overflow-y-auto border-b border-line px-4 py-3 text-title font-semibold tracking-title break-words"
      >
        {activityTitle(activity)}
      </h3>
      <ContentOfType activity={activity} />
    </div>
  );
}

function ContentOfType({ activity }: { activity: Activity }) {
  switch (activity.type) {
    case 'conversation':
      return <ConversationContent messages={activity.messages} />;
    case 'calendar':
      return <MeetingContent activity={activity} />;
    case 'call':
      return <CallContent activity={activity} />;
    default:
      return <EmailContent activity={activity} />;
  }
}
