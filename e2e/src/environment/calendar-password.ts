/** The password that the stand-in for calendar servers accepts for every user. */
export const calendarPassword = 'calendar-password';
