import type { Context } from '#platform/context.ts';
import { needsSingleSignOn } from '../needs-single-sign-on.ts';
import { sendRequestedResetJob } from './send-requested-reset.job.ts';

/** Few, so that a request which comes meanwhile is looked up after them, in the order of turns. */
const batchSize = 100;

/**
 * Looks up the users of the stored requests for a reset link, and enqueues an email for each active
 * one. Requests with an unknown email cost a share of one query, and delay every email equally.
 */
export async function processResetRequests(context: Context): Promise<void> {
  while ((await processBatch(context)) === batchSize);
}

function processBatch({ db, jobs }: Context): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const requests = await tx
      .selectFrom('reset_requests')
      .select(['id', 'email', 'turn'])
      .orderBy('turn')
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute();
    if (requests.length === 0) return 0;
    const people = await tx
      .selectFrom('users')
      .select('email')
      .where(
        'email',
        'in',
        requests.map(({ email }) => email),
      )
      .where('is_active', '=', true)
      .where((where) => where.not(needsSingleSignOn(where.ref('email'))))
      .execute();
    const known = new Set(people.map(({ email }) => email));
    for (const { email, turn } of requests.filter(({ email }) => known.has(email))) {
      // Of each network one after the other, so that no one waits for a flood from elsewhere.
      const options = { singletonKey: email, priority: -turn };
      await jobs.enqueue(sendRequestedResetJob, { email }, options);
    }
    // Deleted last: after a failure the whole batch is read again, and the job keys prevent
    // duplicate emails.
    await tx
      .deleteFrom('reset_requests')
      .where(
        'id',
        'in',
        requests.map(({ id }) => id),
      )
      .execute();
    return requests.length;
  });
}
