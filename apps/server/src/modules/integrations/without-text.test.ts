import { expect, it } from 'vitest';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

type Lab = Awaited<ReturnType<typeof createSyncLab>>;

const captured = ({ db }: Lab, { id }: MadePerson) =>
  db
    .selectFrom('captured_activities')
    .select(['activity_key', 'title', 'occurred_at', 'participants', 'thread_refs', 'is_automatic'])
    .where('owner_id', '=', id)
    .orderBy('occurred_at')
    .execute();

const texts = ({ db }: Lab, { id }: MadePerson) =>
  db
    .selectFrom('captured_activities')
    .select(['summary', 'html_body', 'text_body', 'metadata'])
    .where('owner_id', '=', id)
    .orderBy('occurred_at')
    .execute();

const discovered = ({ db }: Lab, { id }: MadePerson) =>
  db
    .selectFrom('discovered_days')
    .select(['domain', 'day', 'mails'])
    .where('owner_id', '=', id)
    .orderBy('domain')
    .orderBy('day')
    .execute();

const begin = async () => {
  const lab = await createSyncLab();
  await lab.deliver([
    { subject: 'Old', daysAgo: 200 },
    { subject: 'Offer', daysAgo: 3 },
    { subject: 'Newsletter', from: 'News <news@list.example>', daysAgo: 2 },
    { subject: 'Re: Offer', to: 'Bob <bob@acme.com>', from: `Ann <${mailbox}>`, daysAgo: 1 },
    { subject: 'Out', headers: { 'Auto-Submitted': 'auto-replied' } },
  ]);
  const [ann, bob] = [await lab.make.person(), await lab.make.person()];
  for (const person of [ann, bob]) void (await lab.track(person, 'acme.com')).data;
  lab.startWorker();
  return { lab, ann, bob };
};

it('captures who, when and the subject, and nothing else differs', async () => {
  const { lab, ann, bob } = await begin();
  // The stand-in refuses searches and texts with the smaller scope.
  await lab.connect(ann, { capturesText: false });
  await lab.connect(bob);
  expect(await lab.rested(ann)).toMatchObject({ capturesText: false, lastSync: { failed: 0 } });
  expect(await lab.rested(bob)).toMatchObject({ capturesText: true, lastSync: { failed: 0 } });
  const withoutKeys = (rows: Awaited<ReturnType<typeof captured>>) =>
    rows.map((row) => ({ ...row, activity_key: '' }));
  expect(withoutKeys(await captured(lab, ann))).toEqual(withoutKeys(await captured(lab, bob)));
  expect(await lab.captured(ann)).toEqual(['Offer', 'Re: Offer', 'Out']);
  expect(await discovered(lab, ann)).toEqual(await discovered(lab, bob));
  for (const row of await texts(lab, ann)) {
    expect(row).toEqual({
      summary: '',
      html_body: null,
      text_body: null,
      metadata: { withoutText: true },
    });
  }
  await lab.deliver([{ subject: 'News of today' }]);
  await lab.sync(ann);
  expect(await lab.captured(ann)).toContain('News of today');
});

it('fills in the texts when they are captured, of the same emails', async () => {
  const { lab, ann } = await begin();
  await lab.connect(ann, { capturesText: false });
  await lab.rested(ann);
  const before = await captured(lab, ann);
  await lab.connect(ann, { capturesText: true });
  expect(await lab.rested(ann)).toMatchObject({ capturesText: true, lastSync: { failed: 0 } });
  expect(await captured(lab, ann)).toEqual(before);
  for (const { summary, text_body: text, metadata } of await texts(lab, ann)) {
    expect([summary, text]).not.toContain('');
    expect(metadata).not.toHaveProperty('withoutText');
  }
});

it('stays as it is for a client that does not ask, and does not lose texts', async () => {
  const { lab, ann } = await begin();
  await lab.connect(ann, { capturesText: false });
  await lab.rested(ann);
  await lab.connect(ann);
  expect(await lab.rested(ann)).toMatchObject({ capturesText: false });
  await lab.connect(ann, { capturesText: true });
  await lab.rested(ann);
  const landed = await lab.connect(ann, { capturesText: false }).catch((error: Error) => error);
  expect(String(landed)).toContain('are stored with their texts already');
  expect(await lab.rested(ann)).toMatchObject({ capturesText: true });
});

it('compares the mailbox with what is stored', async () => {
  const { lab, ann } = await begin();
  await lab.connect(ann, { capturesText: false });
  const { id } = await lab.rested(ann);
  await lab.db.deleteFrom('captured_activities').where('title', '=', 'Offer').execute();
  const call = { token: ann.token, params: { id } };
  void (await lab.call('POST /api/integrations/{id}/completeness', call)).data;
  await lab.rested(ann);
  expect(await lab.captured(ann)).toEqual(['Offer', 'Re: Offer', 'Out']);
  const { data } = await lab.call('GET /api/integrations/{id}/completeness', call);
  expect(data.days.reduce((sum, { missing }) => sum + missing, 0)).toBe(1);
});
