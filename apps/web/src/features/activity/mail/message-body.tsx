import { htmlToText } from '@repo/domain/activities/html-to-text';
import { useMemo } from 'react';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { TextMessage } from './text-message.tsx';

type Props = {
  /** Names the frame for screen readers. */
  title: string;
  htmlBody: string;
  plainTextBody: string;
  /** Shown when a message has no text. */
  summary: string;
};

/** The text of an email or of a meeting. Fills the height that it is given and scrolls. */
export function MessageBody({ title, htmlBody, plainTextBody, summary }: Props) {
  const isHtml = htmlBody.trim() !== '';
  const text = useMemo(() => {
    if (plainTextBody.trim() !== '') return plainTextBody;
    return (isHtml && wordsOf(htmlBody)) || summary;
  }, [isHtml, htmlBody, plainTextBody, summary]);
  if (!isHtml) return <TextMessage title={title} text={text} />;
  return <HtmlMessage title={title} html={htmlBody} text={text} />;
}

const htmlMessage = new CodeLoader(async () => (await import('./html-message.tsx')).HtmlMessage);

/** Fetches the code that shows HTML; early, so that it is there when the message is. */
export const loadHtmlMessage = () => htmlMessage.request();

/** As text while the code cannot be loaded. */
function HtmlMessage(message: { title: string; html: string; text: string }) {
  const { code: Formatted, status } = useCode(htmlMessage);
  if (Formatted !== undefined) return <Formatted {...message} />;
  if (status === 'idle' || status === 'loading') return <LoadingState label="Loading message..." />;
  return (
    <TextMessage
      title={message.title}
      text={message.text}
      note={
        status === 'replaced'
          ? 'Failed to load the formatting. Reload the page to try again.'
          : 'Failed to load the formatting. It appears when the connection is back.'
      }
    />
  );
}

/** Empty lines and indentation in HTML are not meant for the reader. */
function wordsOf(html: string): string {
  return htmlToText(html)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();
}
