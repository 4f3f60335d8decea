/** The key of the query that lists the user's private conversations. */
export const PRIVATE_CONVERSATIONS = ['private-conversations'];
