import type { PlantedFault } from './planted-fault.ts';

export const tagFaults: readonly PlantedFault[] = [
  {
    name: 'an undo takes off a tag that an account had before',
    find: 'const added = [...after].filter((id) => !tags.has(id));',
    replace: 'const added = [...add];',
    tests: ['tags/tag-accounts'],
  },
  {
    name: 'a merged account loses its tags',
    find: 'await uniteTags(tx, both);',
    replace: '',
    tests: ['tags/tag-accounts'],
  },
  {
    name: 'a tag that could not be put on is shown as if it were there',
    find: 'if (problem !== undefined) showWithout(tag);',
    replace: '',
    tests: ['routes/account-tags'],
  },
];
