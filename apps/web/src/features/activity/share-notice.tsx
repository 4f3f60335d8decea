import { readSession } from '#lib/session/session-store.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import type { Activity } from './read-activity.ts';

/** Says what is missing in an activity shared below the level full, and who shares it. */
export function ShareNotice({ activity }: { activity: Activity }) {
  const { level, user } = activity;
  if (level === undefined || level === 'full') return null;
  const isOwn = user.email === readSession().user?.email;
  const by = `Shared by ${isOwn ? 'you' : user.name || 'a colleague'}`;
  return (
    <Banner kind="info" className="m-3 shrink-0">
      {level === 'subject'
        ? `${by} without its text.`
        : `${by} as activity only: its day and kind, without subject, text and addresses.`}
    </Banner>
  );
}
