/** https://developers.google.com/workspace/calendar/api/guides/quota : for a minute and user. */
export const calendarRequestsPerMinute = 600;

/** Events on a page that is stored at once; Google allows 2,500. */
export const eventPageSize = 250;
/** Where only the token at the end is wanted. */
export const tokenPageSize = 2_500;
/** Pages until that token: a million events. */
export const MAX_TOKEN_PAGES = 400;

/**
 * Google lists events oldest first. The newest are wanted first, so a window is read in spans of
 * this many days, the last one first.
 */
export const spanDays = 28;
