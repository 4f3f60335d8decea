import { expect, it } from 'vitest';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('reads all other calls when fields of some fail, and lists those as failed items', async () => {
  const lab = await createSyncLab();
  const ann = await lab.make.person({ email: mailbox });
  await lab.track(ann, 'acme.com');
  const call = (title: string, failingFields?: string[]) => ({
    title,
    date: Date.now() - dayMs,
    duration: 30,
    summary: { overview: `About ${title}` },
    meeting_attendees: [{ email: mailbox }, { email: 'bob@acme.com' }],
    ...(failingFields && { failingFields }),
  });
  const [partial = '', unreadable = ''] = lab.sandbox.addCalls(mailbox, [
    call('partial', ['summary']),
    call('unreadable', ['*']),
    call('whole'),
  ]);
  const state = { userId: ann.id, provider: 'fireflies', type: 'call_transcription' };
  const { data } = await lab.call('POST /api/integrations/{provider}/callback', {
    token: ann.token,
    params: { provider: 'fireflies' },
    body: { code: lab.sandbox.firefliesKey(mailbox), state: btoa(JSON.stringify(state)) },
  });
  const id = data.integration?.id ?? '';
  lab.startWorker();
  await lab.rested(ann);
  const stored = async () =>
    lab.db
      .selectFrom('captured_activities')
      .select(['title', 'summary'])
      .orderBy('title')
      .execute();
  const failed = async () =>
    (
      await lab.db
        .selectFrom('failed_items')
        .select(['external_id', 'reason'])
        .where('integration_id', '=', id)
        .orderBy('external_id')
        .execute()
    ).map(({ external_id: item, reason }) => [item, reason]);
  expect(await stored()).toEqual([
    { title: 'partial', summary: '' },
    { title: 'whole', summary: 'About whole' },
  ]);
  expect(await failed()).toEqual(
    [
      [partial, expect.stringContaining('could not give summary of this call')],
      [unreadable, expect.stringContaining('could not give organizer_email of this call')],
    ].sort(([one], [other]) => String(one).localeCompare(String(other))),
  );

  // Once Fireflies gives the fields, both are whole and the list of failed items is empty.
  lab.sandbox.addCalls(mailbox, [
    { ...call('partial'), id: partial },
    { ...call('unreadable'), id: unreadable },
  ]);
  await lab.sync(ann);
  expect(await stored()).toEqual(
    ['partial', 'unreadable', 'whole'].map((title) => ({ title, summary: `About ${title}` })),
  );
  expect(await failed()).toEqual([]);
});
