import type { PlantedFault } from './planted-fault.ts';

/** Figures of people and accounts, which emails are the same, and where an email is. */
export const figureFaults: readonly PlantedFault[] = [
  {
    name: 'a copy to oneself is contact by them',
    find: 'own.mine && receivers and address = any(senders) as by_them',
    replace: 'own.mine && receivers as by_them',
    tests: ['relationships/relationships.test'],
  },
  {
    name: 'their copy to themselves is contact by us',
    find: 'own.mine && senders and address = any(receivers) as by_us',
    replace: 'own.mine && senders as by_us',
    tests: ['relationships/relationships.test'],
  },
  {
    name: 'figures of an earlier version are never counted again',
    find: 'sql<boolean>`(due_at <= ${now} or recount_from is not null)`',
    replace: 'sql<boolean>`(due_at <= ${now})`',
    tests: ['earlier/0072-recounted-relationships'],
  },
  {
    name: 'counting again ends with its first part',
    find: 'recount_from = case when recount_from is not null and next_day.begins_at <= ${now}\n        then next_day.begins_at end',
    replace: 'recount_from = null',
    tests: ['earlier/0072-recounted-relationships'],
  },
  {
    name: 'where an email is names an account for each of its domains',
    find: 'select distinct share.account_id, captured.activity_key',
    replace: 'select share.account_id, captured.activity_key',
    tests: ['completeness/completeness.test'],
  },
  {
    name: 'an old email that has just arrived is too old',
    find: '): boolean => isChange || occurredAt >= listedSince;',
    replace: '): boolean => occurredAt >= listedSince;',
    tests: ['completeness/completeness.test'],
  },
  {
    name: 'a copy that went through an mbox file is a second email',
    find: 'hashTexts([text, html].map(withoutMboxQuotes));',
    replace: 'hashTexts([text, html]);',
    tests: ['mail/mail-identity'],
  },
];
