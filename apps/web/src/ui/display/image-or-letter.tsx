import { lazy } from '@repo/domain/lazy';
import { clsx } from 'clsx';
import { useState } from 'react';

const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The first letter of a name as people see letters: an emoji or an accented letter stays whole. */
export function initial(name: string): string {
  for (const { segment } of graphemes().segment(name.trim())) return segment.toLocaleUpperCase();
  return '?';
}

/** An image, or the first letter of the name while there is none or when it fails. Decorative. */
export function ImageOrLetter({
  name,
  src,
  className,
}: {
  name: string;
  src: string | null | undefined;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden bg-pressed font-medium text-muted select-none',
        className,
      )}
    >
      {src && src !== failed ? (
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
      ) : (
        initial(name)
      )}
    </span>
  );
}
