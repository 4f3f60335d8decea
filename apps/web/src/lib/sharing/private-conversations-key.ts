/** The key of the query that lists what the user keeps private. */
export const PRIVATE_CONVERSATIONS = ['private-conversations'];
