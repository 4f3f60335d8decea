import { plural } from '@repo/domain/text/plural';

/** A duration as people say it: 'about 3 hours'. */
export function describeDuration(seconds: number): string {
  if (seconds < 90) return 'about a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${plural(minutes, 'minute')}`;
  const hours = Math.round(seconds / 3_600);
  if (hours < 36) return `about ${plural(hours, 'hour')}`;
  return `about ${plural(Math.round(seconds / 86_400), 'day')}`;
}
