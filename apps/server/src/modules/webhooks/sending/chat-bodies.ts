import type { WebhookFormat } from '@repo/contract/webhook-events';

interface ChatMessage {
  lines: readonly string[];
  /** The address of the workspace in the product. */
  url: string;
}

const OPEN = 'Open the workspace';

/**
 * The body of a message for each chat. Both show the lines as they are: what looks like a link, a mention or
 * markup in them is text. `webhooks.test.ts` compares them with what the chats document.
 */
export const chatBodies: Readonly<
  Record<Exclude<WebhookFormat, 'events'>, (message: ChatMessage) => object>
> = {
  slack: ({ lines, url }) => ({
    // For notifications, where only these three characters have a meaning.
    text: escapeSlack(lines.join('\n')),
    blocks: [
      ...sectionsOf(lines).map((text) => ({
        type: 'section',
        text: { type: 'plain_text', text },
      })),
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${url}|${OPEN}>` }] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }),
  teams: ({ lines, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          // Unlike a TextBlock, a TextRun has no markup.
          body: lines.map((text) => ({
            type: 'RichTextBlock',
            inlines: [{ type: 'TextRun', text }],
          })),
          actions: [{ type: 'Action.OpenUrl', title: OPEN, url }],
        },
      },
    ],
  }),
};

/** The most characters of a section; a line has fewer. */
const MAX_SECTION = 3_000;

/** Joins lines to as few sections as show all of them. */
function sectionsOf(lines: readonly string[]): string[] {
  const sections: string[] = [];
  for (const line of lines) {
    const joined = sections.length === 0 ? line : `${sections.at(-1)}\n${line}`;
    if (sections.length === 0 || joined.length > MAX_SECTION) sections.push(line);
    else sections[sections.length - 1] = joined;
  }
  return sections;
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
