import type { Subject } from '../described-table.ts';
import { member, members, server } from '../read-by.ts';

export const published: Subject = {
  title: 'What is published',
  about:
    'The side of the workspace. A row has only what the level of the share shows. Deleting all of it and publishing again gives the same rows.',
  tables: {
    account_activities: {
      row: 'An activity of an account, from the copy that is shared at the highest level.',
      readBy: members,
      kind: 'published',
      whenLeaving: 'asShared',
      erasure: 'with activities',
      belongsTo: { id: 'owner_id' },
      isFoundByAccount: true,
      columns: {
        user: 'owner_id',
        key: 'workspace_id account_id id activity_key captured_id thread_id',
        contact: 'participants',
        content: 'title summary location',
        mark: 'type occurred_at day side start_time end_time is_all_day level is_for_participants',
      },
    },
    account_activity_contributors: {
      row: 'A captured copy behind a published activity, with its owner.',
      readBy: 'Members of the workspace see who, not which copy',
      kind: 'published',
      whenLeaving: 'asShared',
      belongsTo: { id: 'user_id' },
      isFoundByAccount: true,
      columns: { user: 'user_id', key: 'workspace_id account_id activity_id captured_id' },
    },
    account_activity_words: {
      row: 'The words by which an activity is found.',
      readBy:
        'Members of the workspace, by searching. Words of hidden recipients find it for their owner alone',
      kind: 'published',
      whenLeaving: 'asShared',
      erasure: 'with activities',
      columns: {
        key: 'workspace_id activity_id account_id',
        mark: 'occurred_at',
        content: 'words',
      },
    },
    account_message_refs: {
      row: 'The references of a published email, for its thread.',
      readBy: server,
      kind: 'published',
      whenLeaving: 'asShared',
      columns: { key: 'account_id ref activity_id workspace_id' },
    },
    account_days: {
      row: 'The number of activities of each side on a day: the bubbles.',
      readBy: members,
      kind: 'published',
      whenLeaving: 'asShared',
      columns: { key: 'workspace_id account_id', mark: 'day internal external total' },
    },
    account_contributors: {
      row: 'A user who contributes to an account.',
      readBy: members,
      kind: 'published',
      whenLeaving: 'asShared',
      belongsTo: { id: 'user_id' },
      columns: { user: 'user_id', key: 'workspace_id account_id' },
    },
  },
};

export const relationships: Subject = {
  title: 'Contacts and relationships',
  about: 'Who is in touch with whom, computed from what is published.',
  tables: {
    contacts: {
      row: 'An address of an outside person in an account, with what members decided about it. `person_id` joins the addresses of one person.',
      readBy: members,
      kind: 'relationships',
      whenLeaving: 'asShared',
      erasure: 'rows',
      columns: {
        key: 'workspace_id account_id id person_id',
        user: 'hidden_by merged_by quiet_dismissed_by',
        contact: 'address name',
        mark: 'is_automated is_colleague is_hidden_by_hand is_shown quiet_dismissed_until',
      },
    },
    tie_days: {
      row: 'A day on which a user was in touch with a contact.',
      readBy: 'Members of the workspace, as figures',
      kind: 'relationships',
      whenLeaving: 'asShared',
      belongsTo: { id: 'user_id' },
      isFoundByAccount: true,
      columns: {
        key: 'workspace_id account_id contact_id',
        user: 'user_id',
        mark: 'day addresses by_us by_them',
      },
    },
    ties: {
      row: 'The strength of a user’s relationship with a person, as a number that keeps its order over time.',
      readBy: members,
      kind: 'relationships',
      whenLeaving: 'asShared',
      belongsTo: { id: 'user_id' },
      isFoundByAccount: true,
      columns: {
        key: 'workspace_id account_id person_id',
        user: 'user_id',
        mark: 'key last_day is_first',
      },
    },
    account_relationships: {
      row: 'The same for the account, with the last day of each side and the next meeting.',
      readBy: members,
      kind: 'relationships',
      whenLeaving: 'asShared',
      columns: {
        key: 'workspace_id account_id',
        user: 'quiet_dismissed_by',
        mark: 'key best_key last_day recent_days last_day_by_us last_day_by_them next_meeting_at quiet_dismissed_until days_in_touch days_in_touch_until',
        state: 'due_at recount_from',
      },
    },
    quiet_candidates: {
      row: 'A person who may go quiet: enough days in touch, and none since.',
      readBy: members,
      kind: 'relationships',
      whenLeaving: 'asShared',
      columns: { key: 'workspace_id account_id person_id', mark: 'last_day days_before' },
    },
  },
};

export const today: Subject = {
  title: 'Today',
  about: 'What the Today page remembers of a member.',
  tables: {
    today_marks: {
      row: 'A conversation that a member hid, or wants to be reminded of.',
      readBy: member,
      kind: 'today',
      whenLeaving: 'later',
      belongsTo: { id: 'user_id' },
      columns: {
        key: 'workspace_id activity_key',
        user: 'user_id',
        mark: 'occurred_at remind_on marked_at',
      },
    },
    today_visits: {
      row: 'The time at which a member last looked at Today.',
      readBy: member,
      kind: 'today',
      whenLeaving: 'later',
      belongsTo: { id: 'user_id' },
      columns: { key: 'workspace_id', user: 'user_id', mark: 'since seen_at' },
    },
  },
};
