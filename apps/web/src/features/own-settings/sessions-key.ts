/** The query key of the user's sessions. */
export const sessionsKey = ['own-sessions'] as const;
