const NAMES = new Map([
  ['conversation', 'Conversation'],
  ['email', 'Email'],
  ['calendar', 'Meeting'],
  ['call', 'Call'],
]);

/** What a type of activity is called; 'Activity' for a type of its own. */
export function activityName(type: string | undefined): string {
  return NAMES.get(type ?? '') ?? 'Activity';
}
