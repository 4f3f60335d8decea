/**
 * Requests per minute and user: https://developers.google.com/workspace/calendar/api/guides/quota
 */
export const calendarRequestsPerMinute = 600;

/** Events on a page that is stored; Google allows 2,500. */
export const eventPageSize = 250;
/** Events on a page when only the sync token on the last page is needed. */
export const tokenPageSize = 2_500;
/** Maximum number of pages until that token: a million events. */
export const MAX_TOKEN_PAGES = 400;
