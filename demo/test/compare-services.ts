import { mailServers } from '../../apps/server/test/mail-servers/mail-servers.ts';
import type { MailFile } from '@repo/contract/mail-files';
import { type Comparison, compareFigures } from './compare-figures.ts';
import { type CountedMail, newYorkDay } from './count-mbox.ts';
import { countPreview } from './count-relations.ts';
import { type MailboxFile, type MailService, openMailService } from './open-mail-service.ts';
import { openUploads } from './open-uploads.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

export interface ServiceComparison extends Comparison {
  service: string;
  /** Domains whose account differs from the one that the same emails make with Gmail. */
  unlikeGmail: string[];
}

/** Found, concerned, imported, and the first and the last day. */
const PREVIEW_FIGURES = 5;

/** What the uploads showed before they were imported, compared with the files and with what was imported. */
function previewDifferences(
  boxes: readonly MailboxFile[],
  mails: readonly CountedMail[],
  previews: ReadonlyMap<string, MailFile>,
  { window, domains }: Comparison,
): string[] {
  return boxes.flatMap(({ address }) => {
    const own = mails.filter(({ owner }) => owner === address);
    const expected = countPreview(own, domains, window);
    const shown = previews.get(address);
    if (shown === undefined) {
      return expected.found === 0 ? [] : [`${address} shows no preview`];
    }
    const [since, until] = [shown.since, shown.until].map(
      (time) => time && newYorkDay(new Date(time)),
    );
    const { found, concerned } = shown;
    const [given, wanted] = [{ found, concerned, since, until }, expected].map((one) =>
      JSON.stringify(one),
    );
    return given === wanted ? [] : [`The preview of ${address} is ${given}, in the file ${wanted}`];
  });
}

/**
 * Takes the same mailboxes through Gmail's stand-in, through each mail server and through uploads, and compares
 * what the workspaces show: with the files, and with one another.
 *
 * @param onCompared receives each as soon as it is compared.
 */
export async function compareServices(
  boxes: readonly MailboxFile[],
  mails: readonly CountedMail[],
  shiftDays: number,
  onCompared: (one: ServiceComparison) => void = () => {},
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
  const found: ServiceComparison[] = [];
  const add = (one: ServiceComparison) => {
    found.push(one);
    onCompared(one);
  };
  add({ ...ofGmail, service: 'Gmail', unlikeGmail: [] });
  const services = mailServers.flatMap((server) =>
    server.missing === undefined
      ? [{ name: server.name, open: () => openMailService(server, boxes, shiftDays) }]
      : [],
  );
  const previews = new Map<string, MailFile>();
  const source = openUploads(boxes, shiftDays, (address, file) => previews.set(address, file));
  const uploads = { name: 'Uploaded files', open: () => Promise.resolve({ source }) };
  for (const { name, open } of [...services, uploads]) {
    const comparison = await compare(open);
    if (open === uploads.open) {
      comparison.differences.push(...previewDifferences(boxes, mails, previews, comparison));
      comparison.compared += PREVIEW_FIGURES * previews.size;
    }
    const domains = new Set([...ofGmail.published.keys(), ...comparison.published.keys()]);
    const unlikeGmail = [...domains].filter(
      (domain) => comparison.published.get(domain) !== ofGmail.published.get(domain),
    );
    add({ ...comparison, service: name, unlikeGmail });
  }
  return found;
}
