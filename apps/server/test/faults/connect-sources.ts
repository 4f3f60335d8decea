import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world.ts';

/** Retries a request, since the API's connections to the database are cut as well. */
export async function retrying(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries >= 10) throw error;
      await sleep(200);
    }
  }
}

/**
 * Creates a workspace with an account whose domain Ann tracks and shares. Returns the workspace's
 * id.
 */
export async function track({ db, ann, api }: World): Promise<string> {
  const organization = await db
    .insertInto('organizations')
    .values({ name: 'Faults', slug: 'faults' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const workspace = await db
    .insertInto('workspaces')
    .values({ organization_id: organization.id, name: 'Faults', slug: 'faults' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const membership = { workspace_id: workspace.id, user_id: ann.id, role: 'owner' as const };
  await db.insertInto('memberships').values(membership).execute();
  await api('POST', '/api/accounts/import', {
    domains: ['acme.com'],
    source: 'manual',
    name: 'Acme',
    workspaceId: workspace.id,
  });
  return workspace.id;
}

/** Connects sources that are not connected yet, or that the provider refuses, as the user would. */
export async function connectMissing({
  db,
  connectGoogle,
  connectFireflies,
}: World): Promise<void> {
  const usable = await db
    .selectFrom('integrations')
    .select('provider')
    .where('needs_reauth', '=', false)
    .where('credentials', 'is not', null)
    .execute();
  const isUsable = new Set(usable.map(({ provider }) => provider));
  for (const provider of ['gmail', 'google_calendar'] as const) {
    // Connecting may fail as well because of an injected failure; the next round tries again.
    if (!isUsable.has(provider)) await connectGoogle(provider).catch(() => undefined);
  }
  if (!isUsable.has('fireflies')) await connectFireflies().catch(() => undefined);
}
