import type { CreatedAt } from './created-at.ts';

/** The page Today (docs/decisions/today.md). */
export interface TodayTables {
  today_marks: TodayMarkTable;
  today_visits: TodayVisitTable;
}

/** A conversation that a user hid from Today, by its last email. */
interface TodayMarkTable {
  workspace_id: string;
  user_id: string;
  activity_key: string;
  occurred_at: Date;
  /** The day on which it is listed again; null without a reminder. */
  remind_on: string | null;
  marked_at: CreatedAt;
}

interface TodayVisitTable {
  workspace_id: string;
  user_id: string;
  since: Date;
  seen_at: Date;
}
