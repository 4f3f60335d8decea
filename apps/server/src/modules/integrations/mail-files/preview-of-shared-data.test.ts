import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { domainOfAddress } from '@repo/domain/domains/domain-name';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { createFileLab, toTar } from '#test/create-file-lab.ts';
import { isLong } from '#test/long-tests.ts';
import { readAsUpload } from '#test/odd-inputs/read-as-upload.ts';

/** Inputs that no one of this project wrote. */
const folder = path.resolve(import.meta.dirname, '../../../../../../../shared/data');
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: folder })
    .toSorted()
    .map((name): [string, Buffer] => {
      const content = readFileSync(path.join(folder, name));
      return [name, name.endsWith('.mbox.gz') ? gunzipSync(content) : content];
    });

const domainsOf = ({ participants, bcc = [] }: ActivityToCapture): string[] =>
  [...participants, ...bcc].flatMap(({ email }) => domainOfAddress(email) ?? []);

/** An email as another program would send it on: its text in another encoding, which says the same. */
function encodedAgain(mail: Buffer): Buffer | undefined {
  const text = mail.toString('latin1').replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const head = text.slice(0, end);
  if (end < 0 || /^content-(?:type:\s*(?!text\/)|transfer-encoding)/im.test(head)) return undefined;
  const body = Buffer.from(text.slice(end + 2), 'latin1').toString('base64');
  return Buffer.from(`${head}\nContent-Transfer-Encoding: base64\n\n${body}\n`, 'latin1');
}

/** Uploads files as one archive. Every other domain of theirs is tracked. */
async function uploadAll(files: [string, Buffer][]) {
  const archive = toTar(files);
  const { activities } = await readAsUpload(archive);
  const tracked = [...new Set(activities.flatMap(domainsOf))].filter((_, index) => index % 2 === 0);
  const isTracked = (domain: string) =>
    tracked.some((one) => domain === one || domain.endsWith(`.${one}`));
  const concerned = activities.filter((one) => domainsOf(one).some(isTracked));
  const lab = await createFileLab();
  const ann = await lab.make.person();
  const rows = tracked.map((domain) => ({ owner_id: ann.id, domain, source: 'manual' as const }));
  await lab.db.insertInto('domains').values(rows).execute();
  lab.startReading();
  const preview = await lab.upload(ann, archive);
  const result = await lab.importFile(ann, preview.id);
  const { rows: links } = await sql<{ domain: string; emails: number }>`
    select domain, count(distinct activity_key)::int as emails
    from captured_activity_domains link join domains on domains.id = link.domain_id
    where link.owner_id = ${ann.id} group by domain`.execute(lab.db);
  const count = new Set(concerned.map(({ externalId }) => externalId)).size;
  return { preview, result, links, count, stored: await lab.capturedOf(ann) };
}

const oddMails = () => filesOf('odd-inputs/*.eml');
const inputs = {
  'what others had problems with': () => [
    ...filesOf('odd-inputs/*.{eml,emlx,ics,mbox,mmdf,msg}', 'calendar/*.ics'),
    ...filesOf('mime/**/*.{eml,txt,msg}'),
    ...oddMails().flatMap(([name, content]): [string, Buffer][] => {
      const again = encodedAgain(content);
      return again === undefined ? [] : [[`again-${name}`, again]];
    }),
  ],
  ...(isLong && { mailboxes: () => filesOf('mailboxes/*.mbox.gz') }),
};

describe.skipIf(oddMails().length === 0)('the preview of', () => {
  test.each(Object.entries(inputs))('%s promises what is imported', async (_, files) => {
    const { preview, result, links, count, stored } = await uploadAll(files());
    const emails = new Map(links.map((one) => [one.domain, one.emails]));
    expect(stored.length).toBeGreaterThan(100);
    expect(preview).toMatchObject({
      concerned: stored.length,
      since: stored[0]?.occurred_at.toISOString(),
      until: stored.at(-1)?.occurred_at.toISOString(),
      domainCount: links.length,
      domains: preview.domains.map(({ domain }) => ({ domain, emails: emails.get(domain) })),
    });
    expect(count).toBe(preview.concerned);
    const { found, excluded, unreadable, problems } = preview;
    const same = { imported: stored.length, found, excluded, unreadable, problems };
    expect(result).toMatchObject(same);
    expect(result.message).toBe(preview.message);
  });
});
