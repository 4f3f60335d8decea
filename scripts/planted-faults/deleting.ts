import type { PlantedFault } from './planted-fault.ts';

/** Of deleting users: by an administrator, an owner, or themselves. */
export const deletingFaults: readonly PlantedFault[] = [
  {
    name: 'another email than that of the user confirms their deletion',
    find: 'email: typed.email.trim().toLowerCase() === email ? undefined : `Type ${email} to confirm`,',
    replace: 'email: undefined,',
    tests: ['routes/deleting'],
  },
  {
    name: 'deleting everything now is not sent',
    find: 'send({ ...typed, isImmediate })',
    replace: 'send({ ...typed, isImmediate: false })',
    tests: ['routes/deleting'],
  },
  {
    name: 'deleting everything now still says that one can come back',
    find: "if (isImmediate) return 'You cannot come back.';",
    replace: '',
    tests: ['routes/deleting'],
  },
  {
    name: 'a user who has to stay can be deleted',
    find: 'submitDisabled={blocked !== undefined}',
    replace: 'submitDisabled={false}',
    tests: ['routes/deleting'],
  },
  {
    name: 'what the server still removes after a deletion looks like a failure',
    find: "if (error !== undefined && !continues(error)) {\n        return formProblem(error, ['email', 'currentPassword'], 'Failed to delete');",
    replace:
      "if (error !== undefined) {\n        return formProblem(error, ['email', 'currentPassword'], 'Failed to delete');",
    tests: ['routes/deleting'],
  },
  {
    name: 'administrators delete their own account without their password',
    find: "self?.id === id ? 'Delete your own account in Settings' : undefined",
    replace: 'undefined',
    tests: ['routes/deleting'],
  },
  {
    name: 'who deleted their account stays signed in',
    find: "signOut();\n          toast.success('Your account is deleted'",
    replace: "toast.success('Your account is deleted'",
    tests: ['routes/deleting'],
  },
  {
    name: 'Enter closes a dialog whose content is still being loaded',
    find: 'if (dialog.querySelector(FIRST) !== null) return;',
    replace: 'if (dialog !== null) return;',
    tests: ['overlays/dialog.test', 'routes/deleting'],
  },
  {
    name: 'the owner of an account is still read after they left, until a job has stored that',
    find: 'select case when released.user_id is null then given.id else released.successor_id end',
    replace: 'select given.id as id',
    tests: ['listed-accounts/release-owned-accounts.test'],
  },
];
