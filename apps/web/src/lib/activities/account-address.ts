/** Query parameters of an account's page that say where its feed begins. */

/** The time of an activity that the page opens, where the link does not know its id. */
export const AT = 'at';

/** A day that the feed begins with. */
export const DAY = 'day';
