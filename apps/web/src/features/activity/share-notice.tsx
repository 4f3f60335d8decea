import { Link } from 'react-router';
import { readSession } from '#lib/session/session-store.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { RequestAccess } from './request-access.tsx';
import { describeAccess } from './describe-access.ts';
import type { Activity } from './read-activity.ts';

type Props = {
  activity: Activity;
  /** The conversation that it is a message of: the reader asks for all of it. */
  conversationId?: string;
};

/** Says what is missing in an activity shared below the level full, who shares it, and how to ask for it. */
export function ShareNotice({ activity, conversationId }: Props) {
  const { level, user, access, isTextNotCaptured } = activity;
  const name = user.name || 'a colleague';
  if (access?.state === 'granted') {
    return (
      <Banner kind="info" className="m-3 shrink-0">
        {describeAccess(access, name)}
        {isTextNotCaptured ? ' The mailbox that it is from captures no text.' : null}
      </Banner>
    );
  }
  if (level === undefined || level === 'full') return null;
  const isOwn = user.email === readSession().user?.email;
  const by = `Shared by ${isOwn ? 'you' : name}`;
  if (isTextNotCaptured) {
    return (
      <Banner
        kind="info"
        className="m-3 shrink-0"
        action={
          isOwn ? (
            <Button asChild size="small">
              <Link to="/integrations">Capture Text</Link>
            </Button>
          ) : undefined
        }
      >
        {isOwn
          ? 'This mailbox captures no text.'
          : `${by} without its text. Their mailbox captures no text.`}
      </Banner>
    );
  }
  return (
    <Banner
      kind="info"
      className="m-3 shrink-0"
      action={
        access?.state === 'none' ? (
          <RequestAccess activityId={conversationId ?? activity.id} />
        ) : undefined
      }
    >
      {level === 'subject'
        ? access?.isForParticipants
          ? `${by}. Only those who took part can read the text.`
          : `${by} without its text.`
        : `${by} as activity only: its day and kind, without subject, text and addresses.`}
      {access === undefined || access.state === 'none' ? null : ` ${describeAccess(access, name)}`}
    </Banner>
  );
}
