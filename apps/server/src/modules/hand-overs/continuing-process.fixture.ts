import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { continueHandOver } from './continue-hand-overs.ts';

/* A process that continues all hand-overs in small steps, and is killed by a test: DATABASE_URL names the database. */

const db = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  poolSize: 2,
  onLostConnection: () => {},
});
process.stdout.write('begun\n');
const rows = await db.selectFrom('hand_overs').select('id').execute();
for (const { id } of rows) await continueHandOver(db, id, { stepSize: 3 });
await takeRemainingSteps(db, () => false, 3);
await db.destroy();
