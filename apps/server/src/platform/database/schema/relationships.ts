import type { Generated, GeneratedAlways } from 'kysely';

/** The relationships of a workspace: who is in touch with whom (docs/decisions/relationships.md). */
export interface RelationshipsTables {
  contacts: ContactTable;
  tie_days: TieDayTable;
  ties: TieTable;
  account_relationships: AccountRelationshipTable;
  quiet_candidates: QuietCandidateTable;
}

interface ContactTable {
  workspace_id: string;
  account_id: string;
  id: string;
  address: string;
  name: Generated<string>;
  person_id: string;
  is_automated: boolean;
  is_colleague: Generated<boolean>;
  is_hidden_by_hand: boolean | null;
  is_shown: GeneratedAlways<boolean>;
  /** The users who decided; null when there is no decision, or it is not known who made it. */
  hidden_by: Generated<string | null>;
  merged_by: Generated<string | null>;
  quiet_dismissed_by: Generated<string | null>;
  quiet_dismissed_until: Generated<string | null>;
}

interface TieDayTable {
  workspace_id: string;
  account_id: string;
  contact_id: string;
  user_id: string;
  day: string;
  addresses: number;
  by_us: boolean;
  by_them: boolean;
}

interface TieTable {
  workspace_id: string;
  account_id: string;
  person_id: string;
  user_id: string;
  key: number;
  last_day: string;
  is_first: Generated<boolean>;
}

interface AccountRelationshipTable {
  workspace_id: string;
  account_id: string;
  key: Generated<number>;
  best_key: Generated<number>;
  last_day: string | null;
  recent_days: Generated<string>;
  last_day_by_us: string | null;
  last_day_by_them: string | null;
  next_meeting_at: Date | null;
  /** Days within 12 weeks; outdated from the day on which there are fewer. */
  days_in_touch: Generated<number>;
  days_in_touch_until: Generated<string>;
  due_at: Date | null;
  /** From when on days are counted again by the rules of this version; null once all are. */
  recount_from: Generated<Date | null>;
  quiet_dismissed_until: string | null;
  quiet_dismissed_by: Generated<string | null>;
}

/** A person of an account who is going quiet when there is no contact for six weeks. */
interface QuietCandidateTable {
  workspace_id: string;
  account_id: string;
  person_id: string;
  last_day: string;
  /** Days in touch in the twelve weeks that ended with the last one. */
  days_before: number;
}
