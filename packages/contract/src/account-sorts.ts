/** The orders in which the accounts of a workspace can be sorted. */
export const accountSorts = [
  'name',
  'recentActivity',
  'lastTouchPoint',
  'contributors',
  'createdBy',
  'created',
  'owner',
  'strength',
  'lastContactByUs',
  'lastContactByThem',
  'nextMeeting',
  'daysInTouch',
] as const;

export type AccountSort = (typeof accountSorts)[number];
