import { mailServers } from '../../apps/server/test/mail-servers/mail-servers.ts';
import { type Comparison, compareFigures } from './compare-figures.ts';
import type { CountedMail } from './count-mbox.ts';
import { type MailboxFile, type MailService, openMailService } from './open-mail-service.ts';
import { openUploads } from './open-uploads.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

export interface ServiceComparison extends Comparison {
  service: string;
  /** Domains whose account differs from the one that the same emails make with Gmail. */
  unlikeGmail: string[];
}

/**
 * Takes the same mailboxes through Gmail's stand-in, through each mail server and through uploads, and compares
 * what the workspaces show: with the files, and with one another.
 */
export async function compareServices(
  boxes: readonly MailboxFile[],
  mails: readonly CountedMail[],
  shiftDays: number,
): Promise<ServiceComparison[]> {
  const compare = async (open?: () => Promise<Partial<MailService>>): Promise<Comparison> => {
    const service = await open?.();
    const dataDir = makeDataDir();
    const options = boxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]);
    try {
      const demo = await startDemo(
        dataDir,
        [...options, `--shift-days=${shiftDays}`],
        service?.env,
      );
      try {
        const addresses = boxes.map(({ address }) => address);
        return await compareFigures(demo.ready, addresses, mails, service?.source);
      } finally {
        await demo.end('SIGTERM');
      }
    } finally {
      removeDataDir(dataDir);
      await service?.stop?.();
    }
  };
  const ofGmail = await compare();
  const found: ServiceComparison[] = [{ ...ofGmail, service: 'Gmail', unlikeGmail: [] }];
  const services = mailServers.flatMap((server) =>
    server.missing === undefined
      ? [{ name: server.name, open: () => openMailService(server, boxes, shiftDays) }]
      : [],
  );
  const uploads = () => Promise.resolve({ source: openUploads(boxes, shiftDays) });
  for (const { name, open } of [...services, { name: 'Uploaded files', open: uploads }]) {
    const comparison = await compare(open);
    const domains = new Set([...ofGmail.published.keys(), ...comparison.published.keys()]);
    const unlikeGmail = [...domains].filter(
      (domain) => comparison.published.get(domain) !== ofGmail.published.get(domain),
    );
    found.push({ ...comparison, service: name, unlikeGmail });
  }
  return found;
}
