import { readTagName, tagNameProblem } from '@repo/contract/tag-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';
import { CommandMenu, type CommandItem } from '#ui/overlays/command-menu.tsx';
import { createTag, findTag, matchingTags } from './change-tags.ts';
import type { Tag } from './read-tags.ts';
import { TagDot } from './tag-chip.tsx';
import { tagsQuery } from './tags-query.ts';

type ChooseTagProps = {
  workspaceId: string;
  /** Names the dialog. */
  label: string;
  /** The tags of the one account that is concerned, where they are known. */
  present?: readonly Tag[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (tag: Tag, isOn: boolean) => void;
};

/** Tags offered of each kind at once; more are found by name. */
const OFFERED = 20;
/** More than a name can have, so that the reason is shown. */
const MAX_TYPED = 300;

/** A list of the tags of a workspace, to put one on some accounts or to take one off them. */
export function ChooseTag({
  workspaceId,
  label,
  present,
  open,
  onOpenChange,
  onChoose,
}: ChooseTagProps) {
  const client = useQueryClient();
  const [query, setQuery] = useState('');
  const tags = useQuery({ ...tagsQuery(workspaceId), enabled: open });
  const found = matchingTags(tags.data ?? [], query);
  const isPresent = ({ id }: Tag) => present?.some((tag) => tag.id === id);
  const offered = (isOn: boolean) =>
    found
      .filter((tag) => isPresent(tag) !== isOn)
      .slice(0, OFFERED)
      .map((tag) => item(tag, isOn));
  const name = readTagName(query);
  const problem = name === '' ? undefined : tagNameProblem(name);
  const item = (tag: Tag, isOn: boolean): CommandItem => ({
    id: `${isOn ? 'on' : 'off'} ${tag.id}`,
    label: isOn ? tag.name : `Take off ${tag.name}`,
    icon: <TagDot color={tag.color} />,
    onSelect: () => onChoose(tag, isOn),
  });
  const isNew =
    name !== '' && problem === undefined && tags.data && findTag(tags.data, name) === undefined;
  const create: CommandItem = {
    id: 'create',
    label: `Create “${name}”`,
    icon: <Plus aria-hidden />,
    onSelect: () =>
      void createTag(client, workspaceId, name).then(
        (tag) => onChoose(tag, true),
        (error: unknown) =>
          toast.error('Failed to create the tag', {
            description: failureMessage(error, 'Please try again.'),
          }),
      ),
  };
  return (
    <CommandMenu
      open={open}
      onOpenChange={(next) => {
        setQuery('');
        onOpenChange(next);
      }}
      label={label}
      placeholder="Find or create a tag..."
      query={query}
      maxLength={MAX_TYPED}
      onQueryChange={setQuery}
      groups={[
        { label: 'Put on', items: offered(true) },
        { label: 'New tag', items: isNew ? [create] : [] },
        { label: 'Take off', items: offered(false) },
      ]}
      emptyText={problem ?? emptyText(tags)}
    />
  );
}

function emptyText({ isError, data }: { isError: boolean; data: Tag[] | undefined }): string {
  if (isError) return 'Failed to fetch tags';
  if (data === undefined) return 'Loading tags...';
  return data.length === 0 ? 'No tags yet. Type the name of the first one.' : 'No tag found';
}
