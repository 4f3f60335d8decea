import { beforeEach } from 'vitest';
import { skippedTests } from './cluster/skipped-tests.ts';

/** Skips those that cannot apply to a cluster; set up where the tests run on one. */
beforeEach(({ task, skip }) => {
  const reason = skippedTests[task.fullName];
  if (reason !== undefined) skip(reason);
});
