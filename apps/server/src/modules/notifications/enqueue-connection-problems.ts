import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { mailConnectionProblemsJob } from './mail-connection-problems.job.ts';
import { type Owner, unmailed } from './mail-connection-problems.ts';

/** Users in one run; the next one takes more. */
const MAX_USERS = 2_000;

/** Enqueues an email for each active user with such connections who wants it. Runs every few minutes. */
export async function enqueueConnectionProblems({
  db,
  jobs,
}: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<Owner>`
    select id as "userId" from users
    where is_active and connection_mail
      and id in (select owner_id from integrations where ${unmailed})
    order by id limit ${MAX_USERS}`.execute(db);
  for (const { userId } of rows) {
    await jobs.enqueue(mailConnectionProblemsJob, { userId }, { singletonKey: userId });
  }
}
