import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { isTooComplex } from './is-too-complex.ts';
import { MailFrame } from './mail-frame.tsx';
import { sanitiseHtml } from './sanitise-html.ts';
import { TextMessage } from './text-message.tsx';

type Props = { title: string; html: string; text: string };

/**
 * Shows HTML in a frame, or its text where it is too complex to be parsed. A separate module, so
 * that its libraries are loaded with the first HTML message.
 */
export function HtmlMessage({ title, html, text }: Props) {
  const [withPictures, setWithPictures] = useState(false);
  const isBounded = useMemo(() => !isTooComplex(html), [html]);
  const sanitised = useMemo(
    () => (isBounded ? sanitiseHtml(html, withPictures) : undefined),
    [isBounded, html, withPictures],
  );
  if (sanitised === undefined) {
    return (
      <TextMessage
        title={title}
        text={text}
        note="This message is too complex to display with formatting. Showing plain text."
      />
    );
  }
  return (
    <>
      {sanitised.pictures > 0 && !withPictures ? (
        <div className="flex shrink-0 items-center gap-2 border-b border-line bg-subtle py-1.5 pr-2 pl-4 text-grid text-muted">
          <ImageOff aria-hidden className="size-icon-small" />
          <span className="min-w-0 flex-1">
            Images are blocked so the sender can’t see that you opened this message.
          </span>
          <Button size="xsmall" onClick={() => setWithPictures(true)}>
            Show Images
          </Button>
        </div>
      ) : null}
      <MailFrame html={sanitised} withPictures={withPictures} title={title} />
    </>
  );
}
