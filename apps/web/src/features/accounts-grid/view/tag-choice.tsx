import { limits } from '@repo/contract/page-limits';
import { X } from 'lucide-react';
import type { Tag } from '#lib/tags/read-tags.ts';
import { TagChip, TagDot } from '#lib/tags/tag-chip.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select, type SelectOption } from '#ui/forms/select.tsx';
import { FILTER_LABELS, NO_OWNER as NO_TAGS } from '../data/filter-options.ts';

type TagChoiceProps = {
  /** Ids with commas between them, or `none`. */
  value: string | undefined;
  /** Undefined until they are known. */
  tags: readonly Tag[] | undefined;
  onChoose: (value: string | undefined) => void;
};

const ANY = 'any';
/** While tags are chosen: another one is added to them. */
const THESE = 'these';

/** Accounts with any of some tags, or with none. */
export function TagChoice({ value, tags, onChoose }: TagChoiceProps) {
  const chosen = value === undefined || value === NO_TAGS ? [] : value.split(',');
  const left = (tags ?? []).filter(({ id }) => !chosen.includes(id));
  const isFull = chosen.length >= limits.tagsPerFilter;
  const options: SelectOption[] = [
    ...(chosen.length > 0 ? [{ value: THESE, label: 'Any of these' }] : []),
    { value: ANY, label: 'Any' },
    { value: NO_TAGS, label: 'No tags' },
    ...(isFull ? [] : left).map(({ id, name, color }) => ({
      value: id,
      label: name,
      icon: <TagDot color={color} />,
    })),
  ];
  const choose = (next: string) => {
    if (next === ANY) onChoose(undefined);
    else if (next === NO_TAGS) onChoose(next);
    else if (next !== THESE) onChoose([...chosen, next].join());
  };
  const without = (id: string) => chosen.filter((one) => one !== id).join() || undefined;
  const tagOf = (id: string): Tag =>
    tags?.find((tag) => tag.id === id) ?? {
      id,
      name: tags === undefined ? '…' : 'deleted tag',
      color: 'gray',
    };
  return (
    <div className="flex flex-col gap-1.5">
      <FormField label={FILTER_LABELS.tags}>
        <Select
          size="small"
          value={chosen.length > 0 ? THESE : (value ?? ANY)}
          options={options}
          note={noteOf(tags, isFull)}
          onValueChange={choose}
        />
      </FormField>
      {chosen.length === 0 ? null : (
        <ul aria-label="Chosen tags" className="flex flex-wrap gap-1">
          {chosen.map(tagOf).map((tag) => (
            <li key={tag.id} className="flex max-w-full min-w-0">
              <TagChip tag={tag} className="pr-0.5">
                <button
                  type="button"
                  aria-label={`Remove ${tag.name}`}
                  className="flex size-4 shrink-0 items-center justify-center rounded-full text-muted hoverable:bg-pressed"
                  onClick={() => onChoose(without(tag.id))}
                >
                  <X aria-hidden className="size-3" />
                </button>
              </TagChip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function noteOf(tags: readonly Tag[] | undefined, isFull: boolean): string | undefined {
  if (isFull) return `At most ${limits.tagsPerFilter} tags at a time`;
  if (tags === undefined) return 'Loading tags...';
  return tags.length === 0 ? 'The workspace has no tags yet' : undefined;
}
