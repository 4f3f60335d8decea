import { oneLine } from '@repo/domain/text/one-line';
import { plural } from '@repo/domain/text/plural';
import type { BusinessDay } from '@repo/domain/time/business-day';
import type { Config } from '#src/config.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { formatDay } from '../digest/format-day.ts';
import {
  escapeHtml,
  htmlHeading,
  htmlItems,
  htmlLink,
  htmlMail,
  htmlMuted,
} from '../mailing/mail-html.ts';
import type { MailLinks } from '../mailing/send-due-mail.ts';
import type { MorningPart, WorkspaceMorning } from './morning.ts';

const FOOTER =
  'You get this mail on the mornings of working days. It contains what you can see in your workspaces.';

export function composeMorningMail(
  { productName }: Pick<Config, 'productName'>,
  { day, workspaces: given }: { day: BusinessDay; workspaces: readonly WorkspaceMorning[] },
  links: MailLinks,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const workspaces = given.map(onOneLineEach);
  const title = productName ? `Your day in ${productName}` : 'Your day';
  const subject = `${title}, ${formatDay(day)}`;
  return {
    subject,
    text: [
      subject,
      ...workspaces.map(workspaceText),
      `--\n${FOOTER}\nUnsubscribe: ${links.unsubscribe}\nAll notifications: ${links.settings}`,
    ].join('\n\n\n'),
    html: htmlMail({
      title,
      preview: workspaces
        .flatMap(({ parts }) => parts.map((part) => `${part.title}: ${part.total}`))
        .join(' · '),
      body: [
        `<p class="muted" style="margin:0;color:#5f5f68">${escapeHtml(formatDay(day))}</p>`,
        ...workspaces.map(workspaceHtml),
      ].join('\n'),
      footer: `${FOOTER}<br>${htmlLink(links.unsubscribe, 'Unsubscribe')} · ${htmlLink(links.settings, 'All notifications')}`,
    }),
  };
}

/** Names and titles come from strangers. */
const onOneLineEach = (workspace: WorkspaceMorning): WorkspaceMorning => ({
  ...workspace,
  parts: workspace.parts.map((part) => ({
    ...part,
    lines: part.lines.map(({ title, fact, address }) => ({
      title: oneLine(title),
      fact: oneLine(fact),
      address,
    })),
  })),
});

const moreOf = ({ lines, total }: MorningPart) =>
  total > lines.length ? `${plural(total - lines.length, 'more', 'more')} on Today` : '';

function workspaceText({ name, organization, address, parts }: WorkspaceMorning): string {
  const blocks = parts.map((part) =>
    [
      part.title,
      ...part.lines.map((line) => `- ${line.title}: ${line.fact}\n  ${line.address}`),
      moreOf(part),
    ]
      .filter(Boolean)
      .join('\n'),
  );
  return [`${name} (${organization})`.toUpperCase(), ...blocks, `Open Today: ${address}`].join(
    '\n\n',
  );
}

function workspaceHtml({ name, organization, address, parts }: WorkspaceMorning): string {
  const blocks = parts.map(
    (part) =>
      `<h3 style="margin:16px 0 4px;font-size:14px">${escapeHtml(part.title)}</h3>
${htmlItems([
  ...part.lines.map((line) => htmlLink(line.address, line.title) + htmlMuted(line.fact)),
  ...(moreOf(part) ? [htmlMuted(moreOf(part))] : []),
])}`,
  );
  const title = `${escapeHtml(name)} <span class="muted" style="font-weight:400;color:#5f5f68">${escapeHtml(organization)}</span>`;
  return [
    htmlHeading(title),
    ...blocks,
    `<p style="margin:8px 0 0">${htmlLink(address, 'Open Today')}</p>`,
  ].join('\n');
}
