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
    name: 'an account can be put under a legal hold without a reason',
    find: "reason: reason.trim() === '' ? 'Please enter a reason' : undefined,",
    replace: 'reason: undefined,',
    tests: ['routes/legal-hold'],
  },
  {
    name: 'a member is offered a legal hold',
    find: "{isFullServer() && workspace.role === 'owner' ? (",
    replace: '{isFullServer() ? (',
    tests: ['routes/legal-hold'],
  },
  {
    name: 'accounts that retention leaves alone are not named before it is chosen',
    find: 'return [...gone, ...textLines(texts), ...held];',
    replace: 'return [...gone, ...textLines(texts)];',
    tests: ['routes/workspace-retention'],
  },
];
