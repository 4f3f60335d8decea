import { htmlToText } from '@repo/domain/activities/html-to-text';
import { lazy, Suspense, useMemo } from 'react';
import { logFailure } from '../../../lib/log-failure.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
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
  return (
    <Suspense fallback={<LoadingState label="Loading message..." />}>
      <HtmlMessage title={title} html={htmlBody} text={text} />
    </Suspense>
  );
}

/** Fetches the code that shows HTML; early, so that it is there when the message is. */
export const loadHtmlMessage = () => import('./html-message.tsx');

const HtmlMessage = lazy(() =>
  loadHtmlMessage().then(
    ({ HtmlMessage }) => ({ default: HtmlMessage }),
    (error: unknown) => {
      logFailure('The code that shows formatted messages could not be loaded.', error);
      return { default: Unformatted };
    },
  ),
);

function Unformatted({ title, text }: { title: string; text: string }) {
  return (
    <TextMessage
      title={title}
      text={text}
      note="Failed to load the formatting. Reload the page to try again."
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
