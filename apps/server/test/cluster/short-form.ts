/**
 * The test files that CI runs on a cluster: distributing itself, publishing what was captured, erasing a contact from
 * every table, sending events to webhooks, roles by the groups of a provider, signing in with a company, and every
 * request of the contract.
 */
export const shortForm: readonly string[] = [
  'apps/server/src/cli/distribute.test.ts',
  'apps/server/src/cli/distribute-by-half.test.ts',
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts',
  'apps/server/src/modules/domains/withdrawal-deadline.test.ts',
  'apps/server/src/modules/personal-data/erasure/erased-accounts.test.ts',
  'apps/server/src/modules/personal-data/erasure/erasure.test.ts',
  'apps/server/src/modules/provisioning/group-roles.test.ts',
  'apps/server/src/modules/single-sign-on/own-links.test.ts',
  'apps/server/src/modules/webhooks/webhooks.test.ts',
  'apps/server/test/authorization/authorization.test.ts',
];
