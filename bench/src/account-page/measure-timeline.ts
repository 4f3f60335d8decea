import { Agent, get } from 'node:http';
import { businessDayOf, businessTimeZone } from '../../../packages/domain/src/time/business-day.ts';
import { windowStart } from '../../../packages/domain/src/time/timeline-window.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { contributorsFor } from '../../../apps/server/src/modules/activities/contributors-of.ts';
import { readTimelinePart } from '../../../apps/server/src/modules/activities/read-timeline-part.ts';
import {
  daysAround,
  summarizeWindow,
} from '../../../apps/server/src/modules/activities/summarize-window.ts';
import type { Schema } from '../../../apps/server/src/platform/database/schema.ts';
import { hashToken } from '../../../apps/server/src/platform/secrets/token.ts';
import { measureRate, type Rate } from '../accounts/measure-rate.ts';
import type { FilledAccount } from './fill-account.ts';

/** The feed's request for its first part. */
const limit = 150;
const lanes = 20;
const seconds = 8;

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements with which the first part of a timeline is read, as they are sent. */
async function statementsOf(
  databaseUrl: string,
  { id, token }: FilledAccount,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  const today = businessDayOf(new Date());
  const window = {
    timeZone: businessTimeZone,
    firstDay: windowStart('3W', today),
    lastDay: today,
  };
  const found = await contributorsFor(db, { tokenHash: hashToken(token), accountId: id });
  if (found === undefined) throw new Error('The account shows itself to nobody.');
  const account = { workspaceId: found.workspaceId, accountId: id };
  await readTimelinePart(db, account, window, found.people, { limit });
  await daysAround(db, account, window, today);
  await summarizeWindow(db, account, window);
  await db.destroy();
  return statements;
}

/**
 * The same statements, one after the other, prepared, over as many connections of the same driver.
 */
export async function measureBare(databaseUrl: string, account: FilledAccount): Promise<Rate> {
  const statements = await statementsOf(databaseUrl, account);
  const clients = Array.from(
    { length: lanes },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const work = async (lane: number) => {
    for (const [index, statement] of statements.entries()) {
      await clients[lane]?.query({ name: `timeline ${index}`, ...statement });
    }
  };
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

export async function measureEndpoint(url: string, { id, token }: FilledAccount): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const address = `${url}/api/accounts/${id}/timeline?limit=${limit}`;
  const headers = { authorization: `Bearer ${token}` };
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    get(address, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
    return promise;
  };
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  agent.destroy();
  return rate;
}
