import { lazy } from '@repo/domain/lazy';
import { clsx } from 'clsx';
import { useState } from 'react';

const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The first letter of a name as people see letters: an emoji or an accented letter stays whole. */
export function initial(name: string): string {
  for (const { segment } of graphemes().segment(name.trim())) return segment.toLocaleUpperCase();
  return '?';
}

/** The initials of a person: of the first and the last word of the name, or of an email address. */
export function initials(name: string): string {
  const words = (name.trim().replace(/@.*$/, '') || name).split(/[\s._-]+/u).filter(Boolean);
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return last === undefined ? initial(first) : initial(first) + initial(last);
}

/** An image, or the first letter of the name while there is none or when it fails. Decorative. */
export function ImageOrLetter({
  name,
  src,
  text = initial(name),
  className,
}: {
  name: string;
  src: string | null | undefined;
  /** In place of the first letter. */
  text?: string;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState<string>();
  const hasImage = src !== failed && Boolean(src);
  return (
    <span
      aria-hidden
      // Drawn by the style: as text it would count as a part of the label of the button around it.
      data-text={hasImage ? undefined : text}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden font-medium select-none before:content-[attr(data-text)]',
        className,
      )}
    >
      {hasImage && src ? (
        <img
          key={src}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          // Hidden until it is loaded: one that fails would show the browser's icon for broken images until
          // the letter is drawn. Not by state, since it is done for every row that scrolls by.
          className="size-full object-cover invisible"
          onLoad={({ currentTarget }) => currentTarget.classList.remove('invisible')}
          onError={() => setFailed(src)}
        />
      ) : null}
    </span>
  );
}
