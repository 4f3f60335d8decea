/** Reasons that several tests have. */
const planned = 'Reads the statistics or plans of one node, which another node has.';
const generic = 'Forces a generic plan, which Citus cannot make.';
const genericallyPlanned =
  'Has PostgreSQL plan statements without their values, which Citus does not.';
const refused =
  'Expects that a capture waits for what is locked, and is refused; on a cluster it is stored, and published when it can be.';
const unreachable =
  'Makes a workspace unreachable with a row policy, which the superuser of a cluster passes; `npm run proof -- node-kills` kills the node.';
const refusedAtOnce =
  'Expects what is wrong with the file; a database with the extension is refused before the file is read.';
const triggered = 'Makes a statement fail with a trigger, which a distributed table cannot have.';

/**
 * Tests that cannot apply to a cluster, by their full name, with the reason. All others of the server hold
 * there as well (`npm run proof -- cluster`).
 */
export const skippedTests: Readonly<Record<string, string>> = {
  'apps/server/test/data-model/data-model.test.ts > docs/data-model.md describes every table of a migrated database':
    'Compares the keys of one node, some of which distributed tables cannot have.',
  'apps/server/src/modules/relationships/large-days.test.ts > a page of emails costs the same, however many of its day there are':
    planned,
  'apps/server/src/modules/accounts/deletion/deletion.test.ts > an account that cannot be finished is logged and does not stop the others':
    triggered,
  'apps/server/src/modules/integrations/sync/sync.test.ts > crashes and concurrent workers > loses and doubles nothing of the history when transactions fail between pages':
    triggered,
  'apps/server/src/modules/integrations/sync/sync.test.ts > crashes and concurrent workers > loses and doubles nothing of a backfill and a discovery':
    triggered,
  'apps/server/src/modules/activities/publishing/refresh-threads.test.ts > what more emails of a thread cost is independent of its size':
    planned,
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts > a workspace that does not respond delays no other, and gets what it missed':
    unreachable,
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts > captures fail while too much of them waits for a workspace':
    unreachable,
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts > a withdrawal from a workspace that does not respond fails, and is not made up for later':
    unreachable,
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts > a workspace that stops responding during a withdrawal is reported, and the job withdraws the rest':
    unreachable,
  'apps/server/src/modules/activities/publishing/publisher/after-commit.test.ts > a process publishes after the commit where captured activities are distributed':
    'Pretends that a database of one node is distributed.',
  'apps/server/src/modules/activities/time-zone/time-zone.test.ts > what cannot be published for as long as the days are moved is refused as temporary':
    refused,
  'apps/server/src/modules/activities/read-timeline-part.test.ts > looks once for a change of the level of an activity':
    planned,
  'apps/server/src/modules/activities/read-timeline-part.test.ts > what a part reads is independent of how much happened in the window':
    generic,
  'apps/server/src/modules/activities/read-timeline-part.test.ts > a generic plan of an account that was filled since the last statistics reads it a few times at most':
    generic,
  'apps/server/src/modules/activities/read-timeline-part.test.ts > finds the threads after one that fills most of the window':
    generic,
  'apps/server/src/cli/backup.test.ts > a file that is cut off is refused before anything is thrown away':
    refusedAtOnce,
  'apps/server/src/cli/backup.test.ts > a file that is changed is refused before anything is thrown away':
    refusedAtOnce,
  'apps/server/src/cli/backup.test.ts > a file that is something else is refused before anything is thrown away':
    refusedAtOnce,
  'apps/server/src/cli/unwritable-backup.test.ts > a restore of a file that does not exist says so':
    refusedAtOnce,
  'apps/server/test/authorization/authorization.test.ts > every statement of a request names the tenant':
    genericallyPlanned,
  'apps/server/test/tenancy/tenant-statements.test.ts > every sync and every job names the tenant in its statements':
    genericallyPlanned,
};
