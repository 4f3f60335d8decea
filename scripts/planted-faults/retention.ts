import type { PlantedFault } from './planted-fault.ts';

/** Of choosing for how long activities are kept. */
export const retentionFaults: readonly PlantedFault[] = [
  {
    name: 'texts can be kept longer than their activities',
    find: 'months !== null && textMonths !== null && textMonths >= months ? null : textMonths,',
    replace: 'textMonths,',
    tests: ['routes/retention'],
  },
  {
    name: 'a number of months that was chosen elsewhere looks like none',
    find: 'const offered = stored === null || OFFERED.includes(stored) ? OFFERED : [...OFFERED, stored];',
    replace: 'const offered = OFFERED;',
    tests: ['routes/retention'],
  },
  {
    name: 'a choice of how long activities are kept is saved without a preview',
    find: 'if (isChanged) setConfirming(true);',
    replace: '',
    tests: ['routes/retention'],
  },
  {
    name: 'a failure to save how long activities are kept is not shown',
    find: "failureMessage(save.error, 'Failed to save. Please try again.')",
    replace: 'undefined',
    tests: ['routes/retention'],
  },
  {
    name: 'a workspace publishes again what its retention has deleted',
    find: 'as level from (select least(${protectedLevel(copy)}, ${agedLevel(copy)}) as level) strictest',
    replace: 'as level from (select ${protectedLevel(copy)} as level) strictest',
    tests: ['retention/workspace-retention'],
  },
  {
    name: 'a later choice of more months brings back what a workspace has deleted',
    find: "set gone_before = greatest(gone_before, ${monthsAgo(sql.ref('months'))}),",
    replace: "set gone_before = ${monthsAgo(sql.ref('months'))},",
    tests: ['retention/workspace-retention'],
  },
  {
    name: 'a colleague can be asked for a text that the workspace has deleted',
    find: 'const open = below.filter(({ id }) => !aged.has(id));',
    replace: 'const open = below;',
    tests: ['retention/workspace-retention'],
  },
  {
    name: 'retention deletes of an account under a legal hold',
    find: 'where hold.workspace_id = ${workspaceId} and hold.account_id = account.id)\n      and exists',
    replace: 'where false)\n      and exists',
    tests: ['holds/legal-holds'],
  },
  {
    name: 'a leaver who shares with an account under a legal hold is erased',
    find: "if (choice !== 'erase' && choice !== 'redact') return;",
    replace: 'if (Date.now() > 0) return;',
    tests: ['holds/legal-holds'],
  },
];
