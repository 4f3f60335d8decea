import { expect, test } from 'vitest';
import { tracking } from '../../domains/tracking.fixture.ts';
import { inPeopleWorkspace, lee, mail } from './people.fixture.ts';

const lab = inPeopleWorkspace();

const find = (addresses: string[], token = lab.ann.token) =>
  lab.app.call('POST /api/workspaces/{workspaceId}/people/names', {
    token,
    params: { workspaceId: lab.workspaceId },
    body: { addresses },
  });
const namesOf = async (addresses: string[]) => (await find(addresses)).data.names;

test('members and people are found by their addresses, others are left out', async () => {
  await tracking(lab.app).capture(lab.ann, [mail(1, lee, [lab.ann.email])]);
  expect(
    await namesOf([lab.ben.email.toUpperCase(), lee.email, 'nobody@elsewhere.example']),
  ).toEqual([
    { address: lab.ben.email, name: 'Ben', personId: null },
    { address: lee.email, name: 'Lee', personId: expect.any(String) },
  ]);
});

test('a member is found by the address of a mailbox, also with a tag', async () => {
  await lab.app.db
    .insertInto('integrations')
    .values({
      owner_id: lab.ben.id,
      provider: 'gmail',
      source: 'Ben.Private@mail.example',
    })
    .execute();
  expect(await namesOf(['ben.private+news@mail.example'])).toEqual([
    { address: 'ben.private+news@mail.example', name: 'Ben', personId: null },
  ]);
});

test('neither strangers nor members of other workspaces are named', async () => {
  const other = await lab.app.make.workspace();
  const cleo = await lab.app.make.member(other.id, { name: 'Cleo' });
  expect(await namesOf([cleo.email])).toEqual([]);
  expect((await find([lab.ann.email], cleo.token)).status).toBe(404);
});

test('people of a deleted account are not named', async () => {
  await tracking(lab.app).capture(lab.ann, [mail(1, lee, [lab.ann.email])]);
  await lab.app.call('DELETE /api/accounts/{accountId}', {
    token: lab.ann.token,
    params: { accountId: lab.accountId },
  });
  expect(await namesOf([lee.email])).toEqual([]);
});
