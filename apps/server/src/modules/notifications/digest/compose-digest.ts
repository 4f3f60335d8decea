import { oneLine } from '@repo/domain/text/one-line';
import type { Config } from '#src/config.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import {
  escapeHtml,
  htmlHeading,
  htmlItems,
  htmlLink,
  htmlMail,
  htmlMuted,
} from '../mailing/mail-html.ts';
import type { MailLinks } from '../mailing/send-due-mail.ts';
import type { Digest, DigestAccount, WorkspaceDigest } from './digest.ts';
import { formatDay } from './format-day.ts';

type DigestMail = Pick<OutgoingMail, 'subject' | 'text' | 'html'>;

interface Links extends MailLinks {
  integrations: string;
}

export function composeDigest(
  { productName }: Pick<Config, 'productName'>,
  given: Digest,
  links: Links,
): DigestMail {
  const digest = onOneLineEach(given);
  const days = `${formatDay(digest.firstDay)} – ${formatDay(digest.lastDay)}`;
  const title = productName ? `Your week in ${productName}` : 'Your week';
  const subject = `${title}, ${days}`;
  const footer = 'You get this mail on Mondays. It contains what you can see in your workspaces.';
  return {
    subject,
    text: [
      subject,
      ...digest.workspaces.map((workspace) => workspaceText(workspace)),
      ...failedSyncsText(digest, links),
      `--\n${footer}\nUnsubscribe: ${links.unsubscribe}\nAll notifications: ${links.settings}`,
    ].join('\n\n\n'),
    html: htmlMail({
      title,
      preview: previewOf(digest),
      body: [
        `<p class="muted" style="margin:0;color:#5f5f68">${escapeHtml(days)}</p>`,
        ...digest.workspaces.map(workspaceHtml),
        failedSyncsHtml(digest, links),
      ].join('\n'),
      footer: `${footer}<br>${htmlLink(links.unsubscribe, 'Unsubscribe')} · ${htmlLink(links.settings, 'All notifications')}`,
    }),
  };
}

/** Names come from strangers, such as who wrote an email. */
function onOneLineEach(digest: Digest): Digest {
  const named = <Item extends { name: string }>(all: readonly Item[]): Item[] =>
    all.map((one) => ({ ...one, name: oneLine(one.name) }));
  return {
    ...digest,
    workspaces: digest.workspaces.map((workspace) => ({
      ...workspace,
      highest: named(workspace.highest),
      lowest: named(workspace.lowest),
      quiet: named(workspace.quiet),
      quietPeople: named(workspace.quietPeople),
      added: named(workspace.added),
    })),
    failedSyncs: named(digest.failedSyncs),
  };
}

function previewOf({ workspaces, failedSyncs }: Digest): string {
  if (failedSyncs.length > 0) return 'A connection needs your attention.';
  const [first] = workspaces.flatMap(({ highest }) => highest);
  return first === undefined ? '' : `Most contact: ${first.name}`;
}

/** A workspace's headings with their accounts, omitting empty ones. */
function sectionsOf(workspace: WorkspaceDigest): { title: string; accounts: DigestAccount[] }[] {
  const { highest, lowest, quiet, quietPeople, added, addedCount } = workspace;
  const more = addedCount > added.length ? `, ${added.length} of ${addedCount}` : '';
  return [
    { title: 'Most contact', accounts: highest },
    { title: 'Least contact', accounts: lowest },
    { title: 'Going quiet', accounts: quiet },
    { title: 'People going quiet', accounts: quietPeople },
    { title: `New accounts${more}`, accounts: added },
  ].filter(({ accounts }) => accounts.length > 0);
}

const nameOf = ({ name, organization }: WorkspaceDigest) => `${name} (${organization})`;

function workspaceText(workspace: WorkspaceDigest): string {
  const sections = sectionsOf(workspace).map(({ title, accounts }) =>
    [title, ...accounts.map(({ name, fact, address }) => `- ${name}: ${fact}\n  ${address}`)].join(
      '\n',
    ),
  );
  return [nameOf(workspace).toUpperCase(), ...sections].join('\n\n');
}

function failedSyncsText({ failedSyncs }: Digest, { integrations }: Links): string[] {
  if (failedSyncs.length === 0) return [];
  const lines = failedSyncs.map(({ name, reason }) => `- ${name}: ${reason}`);
  return [['YOUR CONNECTIONS', '', ...lines, integrations].join('\n')];
}

function workspaceHtml(workspace: WorkspaceDigest): string {
  const { name, organization } = workspace;
  const sections = sectionsOf(workspace).map(
    ({ title, accounts }) =>
      `<h3 style="margin:16px 0 4px;font-size:14px">${escapeHtml(title)}</h3>
${htmlItems(accounts.map(({ name, address, fact }) => htmlLink(address, name) + htmlMuted(fact)))}`,
  );
  const title = `${escapeHtml(name)} <span class="muted" style="font-weight:400;color:#5f5f68">${escapeHtml(organization)}</span>`;
  return [htmlHeading(title), ...sections].join('\n');
}

function failedSyncsHtml({ failedSyncs }: Digest, { integrations }: Links): string {
  if (failedSyncs.length === 0) return '';
  const rows = failedSyncs.map(({ name, reason }) => escapeHtml(name) + htmlMuted(reason));
  return [
    htmlHeading('Your connections'),
    htmlItems(rows),
    `<p style="margin:8px 0 0">${htmlLink(integrations, 'Open Integrations')}</p>`,
  ].join('\n');
}
