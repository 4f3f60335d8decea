import type { MadePerson } from '../../test-makers.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { publishStepSize } from '#modules/activities/publish-step.ts';
import { changeOf, findShare, untilRecovered } from './kill-while-sharing.ts';
import { type KillWorld, until } from './kill-world.ts';

export interface DownOutcome {
  /** Which node was down: that of the workspace, or that of the user. */
  node: string;
  /** The response to a withdrawal meanwhile. */
  response: string;
  /** Contributions before; after the node came back and the sweeper ran; after the next withdrawal. */
  contributions: [before: number, after: number, repeated: number];
  isShared: boolean;
  /** The statuses of other requests meanwhile. */
  meanwhile: Record<string, number>;
}

/** Withdraws a domain of Ann's while a node is down that the withdrawal needs. */
export async function withdrawWithoutNode(
  kill: KillWorld,
  which: 'workspace' | 'user',
): Promise<DownOutcome> {
  const { world, workspaces, nodeOf } = kill;
  const person = world.ann;
  const { id: domainId } = await world.db
    .selectFrom('domains')
    .select('id')
    .where('owner_id', '=', person.id)
    .where('domain', '=', 'acme.com')
    .executeTakeFirstOrThrow();
  const own = await nodeOf('domains', person.id);
  // The other node than the user's, so that each of the two can be down alone.
  const [first, second] = workspaces;
  const workspaceId = (await nodeOf('workspace_accounts', first)) === own ? second : first;
  const earlier = await findShare(kill, person, domainId);
  if (earlier !== workspaceId) {
    if (earlier !== undefined) await send(kill, 'unshare', domainId, earlier);
    await send(kill, 'share', domainId, workspaceId);
  }
  await until('it is published', async () => {
    const waiting = await world.db.selectFrom('publish_requests').select('id').execute();
    return waiting.length === 0;
  });
  const { before, send: unshare } = await changeOf(kill, 'unshare', {
    person,
    domainId,
    workspaceId,
  });
  const down = which === 'user' ? own : await nodeOf('workspace_accounts', workspaceId);
  await down.kill();
  const { status, message } = await unshare();
  const meanwhile = await requestOthers(kill);
  await down.start();
  await untilRecovered(kill);
  await takeRemainingSteps(world.db, () => false, publishStepSize, 0);
  const after = await changeOf(kill, 'unshare', { person, domainId, workspaceId });
  const isShared = (await findShare(kill, person, domainId)) === workspaceId;
  await send(kill, 'unshare', domainId, workspaceId);
  const repeated = await changeOf(kill, 'unshare', { person, domainId, workspaceId });
  return {
    node: `${which}, ${down.port}`,
    response: `${status} ${message ?? ''}`,
    contributions: [before, after.before, repeated.before],
    isShared,
    meanwhile,
  };
}

/** What else users do: each of it, and the node that has the rows that it is about. */
async function requestOthers(kill: KillWorld): Promise<Record<string, number>> {
  const { world, bob, workspaces, nodeOf, call } = kill;
  const found: Record<string, number> = {};
  const request = async (what: string, of: [MadePerson, string, string, object?]) => {
    found[what] = (await call(...of)).status;
  };
  for (const id of workspaces) {
    const { port } = await nodeOf('workspace_accounts', id);
    await request(`list on ${port}`, [world.ann, 'GET', `/api/workspaces/${id}/accounts`]);
  }
  for (const person of [world.ann, bob]) {
    const { port } = await nodeOf('domains', person.id);
    await request(`domains on ${port}`, [person, 'GET', '/api/accounts?type=domains']);
    const domains = { domains: [`tracked-${port}.example`], source: 'manual' };
    await request(`tracking on ${port}`, [person, 'POST', '/api/accounts/import', domains]);
  }
  await request('workspaces', [bob, 'GET', '/api/workspaces']);
  return found;
}

async function send(
  kill: KillWorld,
  name: 'share' | 'unshare',
  domainId: string,
  workspaceId: string,
): Promise<void> {
  const person = kill.world.ann;
  const { send } = await changeOf(kill, name, { person, domainId, workspaceId });
  const { status, message } = await send();
  if (status !== 200) throw new Error(`${name} responded ${status}: ${message}`);
}
