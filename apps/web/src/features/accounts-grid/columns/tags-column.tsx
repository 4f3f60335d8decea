import { Tag as TagIcon } from 'lucide-react';
import type { Tag } from '#lib/tags/read-tags.ts';
import { TagChip } from '#lib/tags/tag-chip.tsx';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';

export const tagsColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Tags',
  icon: <TagIcon />,
  access: 'READ_ONLY',
  width: 200,
  cell: ({ tags }) => <Tags tags={tags.slice(0, TAGS_SHOWN)} more={tags.length - TAGS_SHOWN} />,
  wholeCell: ({ tags }) => <Tags tags={tags} className="flex-wrap py-1" />,
  hint: ({ tags }) => tags.map(({ name }) => name).join('\n') || undefined,
};

/** Tags shown before '+N', so that their names can be read. */
const TAGS_SHOWN = 2;

type TagsProps = { tags: readonly Tag[]; more?: number; className?: string };

function Tags({ tags, more = 0, className = '' }: TagsProps) {
  if (tags.length === 0) return <NoValue />;
  return (
    <span className={`flex items-center gap-1 ${className}`}>
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {more > 0 ? <span className="shrink-0 text-faint">+{more}</span> : null}
    </span>
  );
}
