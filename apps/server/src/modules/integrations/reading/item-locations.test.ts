import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { forgetUnusedLocations } from './item-locations.ts';

it('looks at the locations of other pages at the end of a round alone', async () => {
  const { db, make, close } = await createTestApp();
  onTestFinished(close);
  const { id: ownerId } = await make.person();
  const integrationId = crypto.randomUUID();
  await db
    .insertInto('integrations')
    .values({
      id: integrationId,
      owner_id: ownerId,
      provider: 'caldav',
      credentials: Buffer.from(''),
    })
    .execute();
  const locations = ['before', 'own'].map((id, uid) => ({ id, folder: id, validity: 0, uid }));
  await db
    .insertInto('item_locations')
    .values(
      locations.map(({ id, ...location }) => ({
        ...location,
        owner_id: ownerId,
        integration_id: integrationId,
        external_id: id,
      })),
    )
    .execute();
  const left = async (isLast: boolean): Promise<string[]> => {
    const run = { integrationId, ownerId, provider: { id: 'caldav' as const }, sourceName: 'me' };
    await forgetUnusedLocations(db, run, {
      locations: locations.filter(({ id }) => id === 'own'),
      contents: { changed: [{ folder: 'own', validity: 0, uids: [[1, 1]] }] },
      isLast,
    });
    const rows = await db.selectFrom('item_locations').select('folder').execute();
    return rows.map(({ folder }) => folder);
  };
  expect(await left(false)).toEqual(['before']);
  expect(await left(true)).toEqual([]);
});
