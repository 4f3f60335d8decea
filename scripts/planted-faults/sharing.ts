import type { PlantedFault } from './planted-fault.ts';

/** Of the page that shows what colleagues see of a shared domain. */
export const sharingFaults: readonly PlantedFault[] = [
  {
    name: 'what colleagues see is read in a workspace that one has left',
    find: 'await requireVisible(db, userId, { workspaceId });',
    replace: '',
    tests: ['domains/sharing/compare-with-account'],
  },
  {
    name: 'what colleagues see because of a colleague looks like one’s own',
    find: 'isByColleague: shown !== undefined && !shown.isByUser,',
    replace: 'isByColleague: false,',
    tests: ['domains/sharing/compare-with-account'],
  },
  {
    name: 'what colleagues see does not say that a calendar marks a meeting as private',
    find: "if (own.isMeetingPrivate) return 'private-meeting';",
    replace: '',
    tests: ['domains/sharing/compare-with-account'],
  },
  {
    name: 'what colleagues see counts the user among the colleagues',
    find: 'where membership.workspace_id = ${workspaceId} and membership.user_id <> ${userId}',
    replace: 'where membership.workspace_id = ${workspaceId} and ${userId} = ${userId}',
    tests: ['domains/sharing/compare-with-account'],
  },
  {
    name: 'what colleagues see at the level activity looks like a title',
    find: "if (readLevel(shown.level) === 'activity') {",
    replace: 'if (readLevel(shown.level) === undefined) {',
    tests: ['routes/colleagues-view'],
  },
  {
    name: 'what colleagues see does not say why they see nothing',
    find: "second={why ?? 'It is being shared now'}",
    replace: "second={'It is being shared now'}",
    tests: ['routes/colleagues-view'],
  },
];
