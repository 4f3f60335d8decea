import type { PlantedFault } from './planted-fault.ts';

/** Of requests for access to a conversation. */
export const accessFaults: readonly PlantedFault[] = [
  {
    name: 'a protected conversation is shown to whom it was granted',
    find: '  copy.protection === null &&\n',
    replace: '',
    tests: ['sharing/access'],
  },
  {
    name: 'a grant is shown after its end',
    find: '  copy.protection === null &&\n  !isOver(copy, now);',
    replace: '  copy.protection === null;',
    tests: ['sharing/access'],
  },
  {
    name: 'access cannot be requested on the screen',
    find: "access?.state === 'none' ? (",
    replace: "access?.state === 'asked' ? (",
    tests: ['routes/account-levels'],
  },
  {
    name: 'access to the whole domain is given with a last day',
    find: "...(extent === 'conversation' && lastDay !== '' && { lastDay })",
    replace: "...(lastDay === '' && { lastDay: '2030-01-01' })",
    tests: ['routes/access-requests'],
  },
];
