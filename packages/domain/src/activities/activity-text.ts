import { participantLabel } from './participant-label.ts';

interface WordedActivity {
  /** 'email', 'calendar', 'call', 'conversation', or what else a server may name. */
  type: string;
  title?: string | undefined;
  participants: Parameters<typeof participantLabel>[0];
}

/** An activity and its participants in one line (specification part 2, 'Account detail'). */
export function activityHeadline({ type, participants }: WordedActivity): string {
  switch (type) {
    case 'conversation':
      return `Conversation with ${participantLabel(participants)}`;
    case 'email':
      return `Email from ${participantLabel(participants)}`;
    case 'calendar':
      return `Meeting with ${participantLabel(participants)}`;
    default:
      return `${type} activity`;
  }
}

const defaultTitles = new Map([
  ['conversation', 'Email conversation'],
  ['email', 'Email'],
  ['calendar', 'Calendar Event'],
]);

/** The subject or title of an activity, or a placeholder for one without any. */
export function activityTitle({ type, title }: Omit<WordedActivity, 'participants'>): string {
  return title?.trim() || (defaultTitles.get(type) ?? 'No title');
}
