/** Where the person is signed in. */
export const sessionsKey = ['own-sessions'] as const;
