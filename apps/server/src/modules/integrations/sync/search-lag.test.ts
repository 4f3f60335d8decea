import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

// Gmail's search lags an hour behind the mailbox. Email that had arrived before is found anyway.
let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
  await lab.deliver([{ subject: 'yesterday', daysAgo: 1 }]);
  await lab.control('POST', '/gmail/search-lag', { seconds: 3_600 });
});

const justNow = (subject: string, from = 'Bob <bob@acme.com>') => lab.deliver([{ subject, from }]);

const requestCheck = async () => {
  const [integration] = await lab.integrations(ann);
  const params = { id: integration?.id ?? '' };
  await lab.call('POST /api/integrations/{id}/completeness', { token: ann.token, params });
  await lab.rested(ann);
  const call = 'GET /api/integrations/{id}/completeness';
  return (await lab.call(call, { token: ann.token, params })).data.days;
};

describe('a mail that no search finds yet', () => {
  it('is read when its mailbox is connected, and counted by discovery', async () => {
    await justNow('just now');
    await justNow('nothing to do with it', 'Eve <eve@other.example>');
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    lab.startWorker();
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(['yesterday', 'just now']);
    const found = await lab.db
      .selectFrom('discovered_days')
      .select(['domain', 'mails'])
      .where('owner_id', '=', ann.id)
      .orderBy('day')
      .orderBy('domain')
      .execute();
    const total = (domain: string) =>
      found.filter((one) => one.domain === domain).reduce((sum, { mails }) => sum + mails, 0);
    expect([total('acme.com'), total('other.example')]).toEqual([2, 1]);
  });

  it('is read for a domain that is tracked after it arrived', async () => {
    await lab.connect(ann);
    lab.startWorker();
    await lab.rested(ann);
    await justNow('just now');
    await lab.sync(ann);
    await lab.track(ann, 'acme.com');
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(['yesterday', 'just now']);
  });

  it('is neither removed nor missing when the mailbox is compared', async () => {
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    lab.startWorker();
    await lab.rested(ann);
    await justNow('just now');
    await justNow('lost');
    await lab.sync(ann);
    await lab.db.deleteFrom('captured_activities').where('title', '=', 'lost').execute();
    const days = await requestCheck();
    expect(await lab.captured(ann)).toEqual(['yesterday', 'just now', 'lost']);
    const sum = (of: 'missing' | 'gone') => days.reduce((all, day) => all + day[of], 0);
    expect([sum('missing'), sum('gone')]).toEqual([1, 0]);
  });
});
