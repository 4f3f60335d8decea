import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '#modules/audit/actor.ts';
import { readZipFiles } from '#modules/personal-data/archive/read-zip.fixture.ts';
import { exportWorkspaceFile } from '#modules/personal-data/export-workspace-file.ts';
import { importWorkspaceFile } from '#modules/personal-data/import-workspace-file.ts';
import type { WorkspaceCompletion } from '#modules/personal-data/workspace-file/workspace-file.ts';
import { standInProviders } from '../authorization/stand-in-providers.ts';
import { createWorld, type World } from '../authorization/world.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { fillMovedTables } from './fill-moved-tables.ts';
import { type Reader, walkReads } from './walk-reads.ts';

let world: World;
let target: TestApp;
const folder = makeTemporaryFolder('workspace-file');
const file = path.join(folder, 'ours.zip');
const again = path.join(folder, 'again.zip');
beforeAll(async () => {
  world = await createWorld();
  await fillMovedTables(world);
  const workspace = { workspaceId: world.ours.id, actor: commandLine };
  await exportWorkspaceFile(world.app.db, { ...workspace, file });
  const { encryptionKeys, dataDir } = world.app.context.config;
  target = await createTestApp({
    providers: standInProviders,
    transcripts: async () => [{ speaker_name: 'Ann', start_time: 0, text: 'Good morning' }],
    config: { allowUserDataReset: true, encryptionKeys, dataDir },
  });
  await importWorkspaceFile(target.db, { file, actor: commandLine });
  await exportWorkspaceFile(target.db, { ...workspace, file: again });
});
afterAll(async () => {
  await target.close();
  await world.app.close();
});

test('a file of the imported workspace has the same rows, some of every table', async () => {
  const [before, after] = await Promise.all([file, again].map(readSums));
  expect(after).toEqual(before);
  const empty = Object.entries(before ?? {}).filter(([, { rows }]) => rows === 0);
  expect(empty.map(([name]) => name)).toEqual([]);
});

async function readSums(from: string): Promise<WorkspaceCompletion['files']> {
  const files = readZipFiles(await readFile(from));
  return (JSON.parse(files.get('complete.json') ?? '') as WorkspaceCompletion).files;
}

test('every member gets the same responses from the server that imported the file', async () => {
  const { people, ours } = world;
  // Members choose a password on the new server.
  await sql`update users set password_hash = 'chosen' where email <> ${ours.invited.email}`.execute(
    target.db,
  );
  const readers: Record<string, Reader> = {
    owner: { id: ours.owner.id, as: 'owner' },
    member: { id: people.member.id, as: 'member' },
    colleague: { id: ours.colleague.id, as: 'member' },
    invited: { id: ours.invited.id, as: 'member' },
  };
  const differing: string[] = [];
  for (const [who, reader] of Object.entries(readers)) {
    const before = await walkReads(world.app, world, reader);
    const after = await walkReads(target, world, reader);
    expect(
      [...before.values()].filter((response) => response.startsWith('200')).length,
    ).toBeGreaterThan(25);
    for (const [request, response] of before) {
      expect([request, response]).not.toEqual([request, expect.stringMatching(/^5/)]);
      const [one, other] = [response, after.get(request) ?? ''].map(withoutClock);
      if (one !== other) differing.push(`${who}: ${request}`, `  ${one}`, `  ${other}`);
    }
  }
  expect(differing.join('\n')).toBe('');
});

/** Without a time that is a week before the request. */
const withoutClock = (response: string) => response.replace(/"newSince":"[^"]+"/, '"newSince":""');

test('no credential is in the file, nothing that is not shared, and nothing of another workspace', async () => {
  const text = [...readZipFiles(await readFile(file)).values()].join('\n');
  expect(/"(password_hash|token_hash|credentials|secret|is_admin)"/.test(text)).toBe(false);
  // What the owner captured for a domain that is shared with no one, and the other workspace.
  for (const absent of [
    'private',
    world.theirs.id,
    world.theirs.owner.id,
    world.ours.owner.mailboxId,
  ])
    expect([absent, text.includes(`"${absent}"`)]).toEqual([absent, false]);
});
