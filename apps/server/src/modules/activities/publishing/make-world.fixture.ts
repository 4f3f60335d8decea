import type { TestApp } from '#test/create-test-app.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { people, workspaces } from './random-steps.fixture.ts';
import type { SentRequest } from './sent-requests.fixture.ts';

/** Members of workspaces whose steps publish and withdraw. */
export interface World {
  app: TestApp;
  userIds: string[];
  workspaceIds: string[];
  /** What has to be captured: the last state of each activity that concerned a tracked domain. */
  captured: Map<string, ActivityToCapture>;
  /** By person, the ids of their domains. */
  tracked: Map<string, string>[];
  /** Whether several steps are taken at the same time. */
  isConcurrent?: boolean;
  /** Requests that did not arrive yet, and those that have. */
  postponed: SentRequest[];
  sent: SentRequest[];
}

export async function makeWorld(app: TestApp): Promise<World> {
  const workspaceIds = await each(workspaces, async () => (await app.make.workspace()).id);
  const userIds = await each(people, async () => (await app.make.person()).id);
  // The last one is a member of nothing at first.
  for (const userId of userIds.slice(0, -1)) {
    for (const workspaceId of workspaceIds) await app.make.membership(workspaceId, userId);
  }
  const tracked = userIds.map(() => new Map<string, string>());
  return { app, userIds, workspaceIds, captured: new Map(), tracked, postponed: [], sent: [] };
}

async function each<Item>(count: number, make: () => Promise<Item>): Promise<Item[]> {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await make());
  return made;
}
