import {
  type MailServerKind,
  mailServers,
} from '../../apps/server/test/mail-servers/mail-servers.ts';
import { type Comparison, compareFigures } from './compare-figures.ts';
import type { CountedMail } from './count-mbox.ts';
import { type MailboxFile, openMailService } from './open-mail-service.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

export interface ServiceComparison extends Comparison {
  service: string;
  /** Domains whose account differs from the one that the same emails make with Gmail. */
  unlikeGmail: string[];
}

/**
 * Takes the same mailboxes through Gmail's stand-in and through each mail server, and compares what
 * the workspaces show: with the files, and with one another.
 */
export async function compareServices(
  boxes: readonly MailboxFile[],
  mails: readonly CountedMail[],
  shiftDays: number,
): Promise<ServiceComparison[]> {
  const compare = async (server?: MailServerKind): Promise<Comparison> => {
    const service = server && (await openMailService(server, boxes, shiftDays));
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
        return await compareFigures(demo.ready, addresses, mails, service?.connect);
      } finally {
        await demo.end('SIGTERM');
      }
    } finally {
      removeDataDir(dataDir);
      await service?.stop();
    }
  };
  const ofGmail = await compare();
  const found: ServiceComparison[] = [{ ...ofGmail, service: 'Gmail', unlikeGmail: [] }];
  for (const server of mailServers) {
    if (server.missing !== undefined) continue;
    const comparison = await compare(server);
    const domains = new Set([...ofGmail.published.keys(), ...comparison.published.keys()]);
    const unlikeGmail = [...domains].filter(
      (domain) => comparison.published.get(domain) !== ofGmail.published.get(domain),
    );
    found.push({ ...comparison, service: server.name, unlikeGmail });
  }
  return found;
}
