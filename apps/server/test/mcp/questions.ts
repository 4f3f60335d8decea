import type { FilledWorkspace } from './fill-workspace.ts';

interface Question {
  given: Record<string, unknown>;
  /** What the answer is about, in words. */
  finds: string;
  /** A text that the answer has. */
  has: string;
}

/** What each tool is asked. */
export const questions = ({
  workspaceId,
  accountId,
  mailId,
  meetingId,
  personId,
}: FilledWorkspace): Record<string, Question> => ({
  list_workspaces: { given: {}, finds: 'the workspace', has: workspaceId },
  find_accounts: { given: { workspaceId, search: 'acme' }, finds: 'the account', has: accountId },
  find_people: {
    given: { workspaceId, search: 'quinn' },
    finds: 'a person by address',
    has: 'quinn@acme.com',
  },
  who_knows_company: {
    given: { accountId },
    finds: 'a person at the company',
    has: 'quinn@acme.com',
  },
  company_timeline: { given: { accountId }, finds: 'an email of the company', has: mailId },
  person_timeline: {
    given: { workspaceId, personId },
    finds: 'an email of the person',
    has: '"untrusted_title"',
  },
  going_quiet: { given: { workspaceId }, finds: 'who went quiet', has: 'quinn@acme.com' },
  today: { given: { workspaceId }, finds: 'a meeting', has: meetingId },
  meeting_brief: {
    given: { workspaceId, activityId: meetingId },
    finds: 'who takes part',
    has: 'eve@acme.com',
  },
  search_texts: {
    given: { workspaceId, search: 'offer' },
    finds: 'an email by a word',
    has: mailId,
  },
  read_activity: {
    given: { activityId: mailId },
    finds: 'its subject',
    has: '"untrusted_title":"Offer"',
  },
});
