/** The key of the query that lists the requests of colleagues for access to the user's conversations. */
export const ACCESS_REQUESTS = ['access-requests'];
