import { expect, test } from 'vitest';
import { createFileLab, createHeldReader, mboxMail } from '#test/create-file-lab.ts';
import { hasWaitingFile } from '../file-lease.ts';

test('nothing of a file is imported after its owner was deactivated, until they are active again', async () => {
  const { reader, begun, release } = createHeldReader();
  const lab = await createFileLab({ reader });
  const [ann, admin] = [await lab.make.person(), await lab.make.person({ is_admin: true })];
  await lab.trackAll(ann, 'acme.com');
  const setActive = async (isActive: boolean) =>
    (
      await lab.call('PUT /api/admin/users/{id}', {
        token: admin.token,
        params: { id: ann.id },
        body: { name: 'Ann', isAdmin: false, isTest: false, isActive },
      })
    ).data;
  const loop = lab.startReading();
  const { id } = await lab.upload(ann, mboxMail({ Subject: 'One' }));
  const of = { token: ann.token, params: { id } };
  void (await lab.call('POST /api/mail-files/{id}/import', of)).data;
  await begun;
  await setActive(false);
  release();
  await loop.stop();
  expect(await lab.capturedOf(ann)).toEqual([]);
  await setActive(true);
  lab.startReading();
  const token = await lab.make.session(ann.id);
  expect(await lab.settled({ ...ann, token }, id)).toMatchObject({
    state: 'finished',
    imported: 1,
  });
});

test('a file of a deactivated user is not one that waits to be read', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  const content = Buffer.from(mboxMail({ Subject: 'One' }));
  const { id } = (await lab.begin(ann, content.length)).data.file;
  void (await lab.put(ann, id, 0, content)).data;
  const setActive = (isActive: boolean) =>
    lab.db.updateTable('users').set({ is_active: isActive }).where('id', '=', ann.id).execute();
  expect(await hasWaitingFile(lab.db)).toBe(true);
  await setActive(false);
  expect(await hasWaitingFile(lab.db)).toBe(false);
  await setActive(true);
  expect(await hasWaitingFile(lab.db)).toBe(true);
});
