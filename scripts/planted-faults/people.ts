import type { PlantedFault } from './planted-fault.ts';

/** Of the people of accounts, and of who is going quiet. */
export const peopleFaults: readonly PlantedFault[] = [
  {
    name: 'an introduction is asked of the user who is signed in',
    find: 'contact.hidden === null && first !== undefined && first.email !== me?.email ? first : undefined;',
    replace: 'contact.hidden === null && first !== undefined ? first : undefined;',
    tests: ['routes/account-people'],
  },
  {
    name: 'a member of the workspace can be shown as a person of an account',
    find: "if (contact.hidden === 'colleague') return null;",
    replace: '',
    tests: ['routes/account-people'],
  },
  {
    name: 'undoing that a person is hidden decides that they are shown',
    find: "return hiddenBy === '' ? null : false;",
    replace: 'return false;',
    tests: ['routes/account-people'],
  },
  {
    name: 'a person is offered to be merged with itself',
    find: ']).filter(({ id }) => id !== contact.id);',
    replace: ']);',
    tests: ['routes/account-people'],
  },
  {
    name: 'what was merged cannot be separated again at once',
    find: 'address === undefined || more.length > 0',
    replace: 'true',
    tests: ['routes/account-people'],
  },
  {
    name: 'the page of a person stays at an address that was separated',
    find: 'if (othersId !== person.id) {',
    replace: 'if (othersId === undefined) {',
    tests: ['routes/account-people'],
  },
  {
    name: 'who is going quiet cannot be found again after it was dismissed by mistake',
    find: 'undo: () => dismiss(subject, facts.quietDismissal?.until ?? null),',
    replace: 'undo: undefined,',
    tests: ['routes/account-relationship'],
  },
  {
    name: 'a dismissal does not say who made it',
    find: "{by === '' ? null : `, dismissed by ${by}`}",
    replace: '',
    tests: ['routes/account-people'],
  },
  {
    name: 'the tab of who is going quiet lists everyone',
    find: "goingQuiet: view === 'quiet',",
    replace: 'goingQuiet: false,',
    tests: ['routes/account-people'],
  },
  {
    name: 'the first page of people stays when another is chosen',
    find: 'offset: page * PEOPLE_PAGE_SIZE,\n          ...(search',
    replace: 'offset: 0,\n          ...(search',
    tests: ['routes/account-people'],
  },
  {
    name: 'a search of people that finds no one looks like an account without people',
    find: "const isSearched = search !== '' || text !== '';",
    replace: 'const isSearched = false;',
    tests: ['routes/account-people'],
  },
  {
    name: 'each line of the network is a tab stop',
    find: 'tabIndex={index === Math.min(tabStop, ties.length - 1) ? 0 : -1}',
    replace: 'tabIndex={0}',
    tests: ['routes/account-people'],
  },
  {
    name: 'the arrow keys do not move between the lines of the network',
    find: 'ArrowDown: at + 1,\n    ArrowRight: at + 1,',
    replace: 'ArrowRight: at + 1,',
    tests: ['routes/account-people'],
  },
  {
    name: 'the activities of a person are those with everyone, whatever colleague is chosen',
    find: '...(colleague !== undefined && { colleague }),',
    replace: '',
    tests: ['routes/account-people'],
  },
  {
    name: 'the people of the workspace who are going quiet come without their account',
    find: '{accountPath === undefined ? null : (',
    replace: '{accountPath !== undefined ? null : (',
    tests: ['routes/quiet-people'],
  },
  {
    name: 'a page of people going quiet that is not there says that nobody is',
    find: '{page === 1 ? (',
    replace: '{page >= 1 ? (',
    tests: ['routes/quiet-people'],
  },
  {
    name: 'a server that does not know relationships is asked for one',
    find: '{isFullServer() ? (\n            <AccountRelationship',
    replace: '{true ? (\n            <AccountRelationship',
    tests: ['routes/account-relationship'],
  },
];
