import { Banner } from '#ui/feedback/banner.tsx';
import { PlainText } from './plain-text.tsx';

type Props = {
  title: string;
  text: string;
  /** Says why formatting is missing. */
  note?: string;
};

/** A message as plain text. Fills the height that it is given and scrolls. */
export function TextMessage({ title, text, note }: Props) {
  return (
    // Focusable, so that the arrow keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={title} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-4">
      {note === undefined ? null : (
        <Banner kind="info" className="mb-4">
          {note}
        </Banner>
      )}
      {text.trim() === '' ? (
        <p className="text-faint">This message has no text.</p>
      ) : (
        <PlainText text={text} />
      )}
    </section>
  );
}
