/** Reasons that several tests have. */
const planned = 'Reads the statistics or plans of one node, which another node has.';
const generic = 'Forces a generic plan, which Citus cannot make.';
const triggered = 'Makes a statement fail with a trigger, which a distributed table cannot have.';

/**
 * Tests that cannot apply to a cluster, by their full name, with the reason. All others of the server hold
 * there as well (`npm run proof:cluster`).
 */
export const skippedTests: Readonly<Record<string, string>> = {
  'apps/server/src/modules/relationships/large-days.test.ts > a page of emails costs the same, however many of its day there are':
    planned,
  'apps/server/src/modules/accounts/deletion/deletion.test.ts > an account that cannot be finished is logged and does not stop the others':
    triggered,
  'apps/server/src/modules/integrations/sync/sync.test.ts > crashes and concurrent workers > loses and doubles nothing of the history when transactions fail between pages':
    triggered,
  'apps/server/src/modules/integrations/sync/sync.test.ts > crashes and concurrent workers > loses and doubles nothing of a backfill and a discovery':
    triggered,
  'apps/server/src/modules/activities/timeline/read-timeline-part.test.ts > what a part reads is independent of how much happened in the window':
    generic,
  'apps/server/src/modules/activities/timeline/read-timeline-part.test.ts > a generic plan of an account that was filled since the last statistics reads it a few times at most':
    generic,
  'apps/server/src/modules/activities/timeline/read-timeline-part.test.ts > finds the threads after one that fills most of the window':
    generic,
};
