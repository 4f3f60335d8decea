import { readSession } from '../../lib/session/session-store.ts';
import type { Activity } from './read-activity.ts';

/** Whether the reader has a copy of an activity, and whether colleagues have. */
export function copiesOf(activity: Activity | undefined): { isOwn: boolean; isOfOthers: boolean } {
  const ownEmail = readSession().user?.email;
  const contributors = activity?.contributors ?? [];
  return {
    isOwn: contributors.some(({ email }) => email === ownEmail),
    isOfOthers: contributors.some(({ email }) => email !== ownEmail),
  };
}
