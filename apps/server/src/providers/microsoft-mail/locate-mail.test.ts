import { control } from '@repo/sandbox/testing/control';
import { expect, it } from 'vitest';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';

it('says why a message is not here', { timeout: 30_000 }, async () => {
  const lab = await createSyncLab();
  const ann = await lab.make.person();
  void (await lab.track(ann, 'acme.com')).data;
  const [kept = '', junk = '', deleted = ''] = await lab.deliver([{}, {}, {}]);
  await lab.connect(ann, { provider: 'microsoft_mail' });
  lab.startWorker();
  await lab.rested(ann);
  const { messages } = await control<{ messages: { id: string; messageId: string }[] }>(
    lab.sandbox.url,
    'GET',
    `microsoft/${mailbox}/messages`,
  );
  const move = (messageId: string, folder: string) => {
    const id = messages.find((one) => `<${one.messageId}>` === messageId)?.id ?? '';
    return control(lab.sandbox.url, 'POST', `microsoft/${mailbox}/messages/${id}/move`, { folder });
  };
  await move(junk, 'junkemail');
  await move(deleted, 'deleteditems');
  const [{ id = '' } = {}] = await lab.integrations(ann);
  const ruleOf = async (reference: string) =>
    (
      await lab.call('GET /api/integrations/{id}/message-location', {
        token: ann.token,
        params: { id },
        query: { message: reference },
      })
    ).data;
  expect(await ruleOf(kept)).toMatchObject({ rule: 'stored' });
  expect(await ruleOf(junk)).toMatchObject({ rule: 'spam' });
  expect(await ruleOf(deleted)).toMatchObject({ rule: 'trash' });
  expect(await ruleOf('<never@acme.com>')).toMatchObject({
    rule: 'not-found',
    explanation: expect.stringContaining('online archive') as string,
  });
});
