import { addDays } from '@repo/domain/time/business-day';
import { expect, onTestFinished, test } from 'vitest';
import { openBothStorages, storages } from '#test/both-storages.ts';
import { inPeopleWorkspace, lee, mail, today } from '../../accounts/people/people.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { countAnswers } from '../counting/count-answers.ts';
import { refreshTieDays } from '../counting/refresh-tie-days.ts';
import { storageOf } from './relationship-storage.ts';

const lab = inPeopleWorkspace();

test('both count the same answers and days in touch', async () => {
  const { app, ann, ben, accountId, workspaceId } = lab;
  const both = openBothStorages(app);
  onTestFinished(both.close);
  const asked = [2, 3, 4].map((days) =>
    mail(days, ann, [lee.email], { messageIds: [`<asked-${days}>`] }),
  );
  const answer = mail(1, lee, [ann.email], { messageIds: ['<answer>', '<asked-2>'] });
  await tracking(app).capture(ann, [...asked, answer]);
  await tracking(app).capture(ben, [mail(3, ben, [lee.email])]);
  const contacts = await app.db
    .selectFrom('contacts')
    .select(['person_id as personId', 'id'])
    .where('account_id', '=', accountId)
    .execute();
  const pairs = contacts.flatMap(({ personId }) =>
    [ann, ben].map(({ id: userId }) => ({ accountId, personId: personId ?? '', userId })),
  );
  const counted = async (name: (typeof storages)[number]) => [
    ...(await countAnswers(both[name], workspaceId, pairs, today)),
  ];
  const expected = pairs.map(({ personId, userId }) => [
    `${accountId} ${personId} ${userId}`,
    userId === ann.id ? { directMails: 3, answeredMails: 1 } : { directMails: 1, answeredMails: 0 },
  ]);
  for (const name of storages) {
    expect((await counted(name)).sort(), name).toEqual(expected.sort());
    await app.db.deleteFrom('tie_days').where('account_id', '=', accountId).execute();
    const days = [1, 2, 3, 4].map((ago) => ({ accountId, day: addDays(today, -ago) }));
    await refreshTieDays(both[name], workspaceId, days, new Date());
    const touches = await app.db
      .selectFrom('tie_days')
      .select(['user_id as userId', 'by_us as byUs', 'by_them as byThem'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute();
    expect(
      touches.filter(({ userId }) => userId === ann.id).map(({ byUs, byThem }) => [byUs, byThem]),
      name,
    ).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(
      touches.filter(({ userId }) => userId === ben.id),
      name,
    ).toHaveLength(1);
  }
});

test('what is counted at once on one node is counted in pages on a cluster', async () => {
  const both = openBothStorages(lab.app);
  onTestFinished(both.close);
  const ids = ['1', '2', '3'].map((end) => `00000000-0000-0000-0000-00000000000${end}`);
  const pagesOf = async (name: (typeof storages)[number]) => {
    const pages = storageOf(both[name]).pages(2, async (after) => ({
      rows: ids
        .filter((id) => id > after)
        .slice(0, 2)
        .map((id) => ({ id })),
    }));
    return await Array.fromAsync(pages);
  };
  expect(await pagesOf('oneNode')).toEqual([undefined]);
  expect(await pagesOf('cluster')).toEqual([ids.slice(0, 2), ids.slice(2)]);
});
