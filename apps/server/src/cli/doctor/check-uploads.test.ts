import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { spoolFile } from '#modules/integrations/mail-files/spool.ts';
import { uploadFolder } from '#modules/integrations/upload-folder.ts';
import { checkUploads } from './check-uploads.ts';

const gib = 1024 ** 3;
const hourMs = 60 * 60 * 1000;

let app: TestApp;
let dataDir: string;
beforeEach(async () => {
  app = await createTestApp();
  dataDir = await mkdtemp(path.join(tmpdir(), 'uploads-test-'));
  onTestFinished(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

const found = (freeBytes?: number) => {
  const { context } = app;
  const config = { ...context.config, dataDir };
  return checkUploads(
    { ...context, config },
    freeBytes === undefined ? undefined : () => Promise.resolve(freeBytes),
  );
};

const begin = async (values: { size: number; received: number }) => {
  const { id: ownerId } = await app.make.person();
  const { id } = await app.db
    .insertInto('mail_files')
    .values({ owner_id: ownerId, name: 'mail.mbox', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ownerId, id };
};

it('says how large an upload may be, also before the first one', async () => {
  expect(await found(8 * gib)).toEqual({
    subject: 'Uploaded files',
    state: 'good',
    says: 'there is room for a file of 6.0 GB; at most 10 GB are allowed.',
  });
  await begin({ size: 3 * gib, received: 0 });
  expect(await found(8 * gib)).toMatchObject({ says: expect.stringContaining('3.0 GB') });
});

it('says that the disk has too little room', async () => {
  expect(await found(gib)).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('no room on the disk'),
  });
});

it('says that the folder is missing, or is none', async () => {
  await writeFile(uploadFolder(dataDir), 'a file');
  expect(await found()).toMatchObject({
    state: 'bad',
    says: `${uploadFolder(dataDir)} is not a folder. Remove it.`,
  });
  await rm(dataDir, { recursive: true });
  expect(await found()).toMatchObject({
    state: 'bad',
    says: expect.stringContaining(`there is no folder ${dataDir}`),
  });
});

// The superuser may write everywhere.
it.skipIf(process.getuid?.() === 0)(
  'says that the server may not write to the folder',
  async () => {
    await mkdir(uploadFolder(dataDir), { mode: 0o500 });
    expect(await found(8 * gib)).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('may not write'),
    });
  },
);

it('counts uploads whose file is gone, and files that belong to no upload', async () => {
  const pending = await begin({ size: 10, received: 5 });
  await begin({ size: 10, received: 0 });
  expect(await found(8 * gib)).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('1 unfinished upload is not in'),
  });
  await mkdir(uploadFolder(dataDir));
  await writeFile(spoolFile(dataDir, pending), '12345');
  expect(await found(8 * gib)).toMatchObject({ state: 'good' });

  const left = spoolFile(dataDir, { ...pending, id: crypto.randomUUID() });
  await writeFile(left, 'left behind');
  expect(await found(8 * gib)).toMatchObject({ state: 'good' });
  const longAgo = new Date(Date.now() - 2 * hourMs);
  await utimes(left, longAgo, longAgo);
  expect(await found(8 * gib)).toMatchObject({
    state: 'check',
    says: expect.stringContaining('1 file in'),
  });
});
