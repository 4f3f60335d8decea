import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Tag } from './read-tags.ts';

/** The colour of a tag, beside its name; one that this version does not know is drawn in gray. */
export function TagDot({ color }: Pick<Tag, 'color'>) {
  const known = /^[a-z]+$/.test(color) ? color : 'gray';
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full"
      style={{ background: `var(--color-tag-${known}, var(--color-tag-gray))` }}
    />
  );
}

type TagChipProps = { tag: Tag; className?: string; children?: ReactNode };

/** A tag, with an action on it if it has one. */
export function TagChip({ tag, className, children }: TagChipProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-strong px-2 text-grid',
        className,
      )}
    >
      <TagDot color={tag.color} />
      <bdi className="truncate">{tag.name}</bdi>
      {children}
    </span>
  );
}
