import { expect, it } from 'vitest';
import { capturedContent } from '#test/captured-content.ts';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';
import { isLong } from '#test/long-tests.ts';
import { hasRealMails, readRealMails, realDomains } from '#test/real-mails.ts';
import type { MadePerson } from '#test/test-makers.ts';

it.runIf(hasRealMails && isLong)(
  `stores what Gmail's stand-in stores of the same emails${hasRealMails ? '' : ' (../shared is absent)'}`,
  { timeout: 60_000 },
  async () => {
    const mails = await readRealMails();
    const lab = await createSyncLab();
    await lab.sandbox.addMessages(
      mailbox,
      mails.map(({ text }) => Buffer.from(text, 'latin1')),
    );
    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    for (const person of [ann, ben]) void (await lab.track(person, ...realDomains)).data;
    lab.startWorker();
    await lab.connect(ann);
    await lab.connect(ben, { provider: 'microsoft_mail' });
    for (const person of [ann, ben]) {
      expect((await lab.rested(person)).lastSync).toMatchObject({ outcome: 'done', failed: 0 });
    }
    const [ofGmail, ofMicrosoft] = await Promise.all([
      capturedContent(lab.db, ann.id, 'gmail'),
      capturedContent(lab.db, ben.id, 'microsoft_mail'),
    ]);
    expect(ofMicrosoft.length).toBeGreaterThan(50);
    expect(ofMicrosoft).toEqual(ofGmail);
    const discovered = async ({ id }: MadePerson) =>
      lab.db
        .selectFrom('discovered_days')
        .select(['domain', 'day', 'mails'])
        .where('owner_id', '=', id)
        .orderBy('domain')
        .orderBy('day')
        .execute();
    expect(await discovered(ben)).toEqual(await discovered(ann));
  },
);
