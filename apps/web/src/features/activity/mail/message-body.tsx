import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { MailFrame } from './mail-frame.tsx';
import { PlainText } from './plain-text.tsx';
import { sanitiseHtml } from './sanitise-html.ts';

type Props = {
  /** Names the frame for screen readers. */
  title: string;
  htmlBody: string;
  plainTextBody: string;
  /** Stands in where there is no text at all. */
  summary: string;
};

/** The text of a mail or of a meeting. Fills the height that it is given and scrolls. */
export function MessageBody({ title, htmlBody, plainTextBody, summary }: Props) {
  const [withPictures, setWithPictures] = useState(false);
  const html = useMemo(
    () => (htmlBody.trim() === '' ? undefined : sanitiseHtml(htmlBody, withPictures)),
    [htmlBody, withPictures],
  );
  if (html === undefined) {
    const text = plainTextBody.trim() === '' ? summary : plainTextBody;
    return (
      // Focusable, so that the arrow keys can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <section aria-label={title} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-4">
        {text.trim() === '' ? (
          <p className="text-faint">There is no text.</p>
        ) : (
          <PlainText text={text} />
        )}
      </section>
    );
  }
  return (
    <>
      {html.pictures > 0 && !withPictures ? (
        <div className="flex shrink-0 items-center gap-2 border-b border-line bg-subtle py-1.5 pr-2 pl-4 text-grid text-muted">
          <ImageOff aria-hidden className="size-icon-small" />
          <span className="min-w-0 flex-1">
            Images are off, so that the sender does not learn that you read this.
          </span>
          <Button size="xsmall" onClick={() => setWithPictures(true)}>
            Show images
          </Button>
        </div>
      ) : null}
      <MailFrame html={html} withPictures={withPictures} title={title} />
    </>
  );
}
