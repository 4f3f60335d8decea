const NAMES = new Map([
  ['conversation', 'Conversation'],
  ['email', 'Email'],
  ['calendar', 'Meeting'],
  ['call', 'Call'],
]);

/** The name of an activity type; 'Activity' for an unknown type. */
export function activityName(type: string | undefined): string {
  return NAMES.get(type ?? '') ?? 'Activity';
}
