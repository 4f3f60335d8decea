import { copyToClipboard } from '#ui/forms/copy-to-clipboard.ts';

/** The address of this page with an activity open. */
export function activityLink(activityId: string): string {
  const url = new URL(location.href);
  url.searchParams.set('activity', activityId);
  return url.href;
}

export const copyActivityLink = (activityId: string): Promise<boolean> =>
  copyToClipboard(activityLink(activityId), {
    copied: 'Activity link copied to clipboard',
    failed: 'Failed to copy link',
    kind: 'info',
  });
