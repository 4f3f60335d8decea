import { createSyncLab, mailbox, type SyncLab } from './create-sync-lab.ts';
import type { MadePerson } from './test-makers.ts';

/** Ann, who tracks domains and has connected her mailbox, and a worker that has synced it. */
export async function connectedLab(
  ...domains: string[]
): Promise<{ lab: SyncLab; ann: MadePerson; integrationId: string }> {
  const lab = await createSyncLab();
  const ann = await lab.make.person({ email: mailbox });
  if (domains.length > 0) await lab.track(ann, ...domains);
  await lab.connect(ann);
  lab.startWorker();
  const { id: integrationId } = await lab.rested(ann);
  return { lab, ann, integrationId };
}
