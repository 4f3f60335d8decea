/** Gmail's own labels; every other label of a message is the user's. */
export const systemLabels = [
  'INBOX',
  'SENT',
  'DRAFT',
  'SPAM',
  'TRASH',
  'UNREAD',
  'STARRED',
  'IMPORTANT',
  'CHAT',
  'CATEGORY_PERSONAL',
  'CATEGORY_SOCIAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
  'CATEGORY_FORUMS',
] as const;

/** An email with one of these labels is in no inbox. */
export const awayLabels: readonly string[] = ['DRAFT', 'SPAM', 'TRASH'];
