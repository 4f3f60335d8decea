/**
 * The time of an edit of a user, after that of the previous one: JSON carries milliseconds, and two
 * edits within one must not have the same time.
 */
export const timeOfUpdate = (previous: Date): Date =>
  new Date(Math.max(Date.now(), previous.getTime() + 1));
