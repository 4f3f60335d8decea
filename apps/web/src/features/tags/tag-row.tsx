import { tagColors, type TagColor } from '@repo/contract/tag-colors';
import { readTagName, tagNameProblem } from '@repo/contract/tag-name';
import { plural } from '@repo/domain/text/plural';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { fieldProblems } from '#lib/api/field-problems.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { conflictingTag, updateTag } from '#lib/tags/change-tags.ts';
import type { Tag } from '#lib/tags/read-tags.ts';
import { TagChip, TagDot } from '#lib/tags/tag-chip.tsx';
import type { ListedTag } from '#lib/tags/tags-query.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { TableCell, TableRow } from '#ui/display/table.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { EditText } from '#ui/forms/edit-text.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useEditInPlace } from '#ui/forms/use-edit-in-place.ts';
import { DeleteTagDialog } from './delete-tag-dialog.tsx';
import { MergeTagDialog } from './merge-tag-dialog.tsx';

const COLOR_NAMES: Readonly<Record<TagColor, string>> = {
  gray: 'Grey',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
};

const LINK = 'tabular-nums underline-offset-2 hoverable:underline';

const COLORS = tagColors.map((value) => ({
  value,
  label: COLOR_NAMES[value],
  icon: <TagDot color={value} />,
}));

/** A tag in the list: its name and colour are changed where they are shown. */
export function TagRow({ tag }: { tag: ListedTag }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const { isEditing, trigger, begin, onKeyDown, close } = useEditInPlace<HTMLButtonElement>();
  const [isDeleting, setIsDeleting] = useState(false);
  const merging = useDialogSubject<Tag>();
  const { accountCount } = tag;
  const accounts = `${workspacePath(workspace)}?${new URLSearchParams({ tags: tag.id })}`;
  const counted = `${plural(accountCount ?? 0, 'account')} with ${tag.name}`;
  const ofTag = { workspaceId: workspace.id, tagId: tag.id };
  const recolor = async (color: TagColor) => {
    const error = await updateTag(client, { ...ofTag, color });
    if (error === undefined) return;
    toast.error('Failed to change the colour', {
      description: failureMessage(error, 'Please try again.'),
    });
  };
  return (
    <TableRow onKeyDown={onKeyDown}>
      <TableCell className="w-full max-w-0">
        {isEditing ? (
          <EditText
            label={`Name of ${tag.name}`}
            value={tag.name}
            maxLength={300}
            check={(name) => tagNameProblem(readTagName(name))}
            save={async (name) => {
              const error = await updateTag(client, { ...ofTag, name: readTagName(name) });
              if (error === undefined) return undefined;
              const other = conflictingTag(error);
              if (other !== undefined && other.id !== tag.id) merging.show(other);
              const message = fieldProblems(error, ['name'])?.fields.name;
              return { message: message ?? failureMessage(error, 'Failed to rename the tag') };
            }}
            onClose={close}
            className="max-w-search"
            fieldClassName="h-input-small! px-2! text-grid!"
          />
        ) : (
          <>
            <TagChip tag={tag} />
            <Link to={accounts} className={clsx(LINK, 'block text-muted @min-[30rem]:hidden')}>
              {accountCount === undefined ? null : plural(accountCount, 'account')}
            </Link>
          </>
        )}
      </TableCell>
      <TableCell className="py-0! pl-[3px]!">
        <Select
          size="small"
          quiet
          aria-label={`Colour of ${tag.name}`}
          value={tagColors.find((color) => color === tag.color)}
          options={COLORS}
          onValueChange={(color) => void recolor(color)}
        />
      </TableCell>
      <TableCell numeric className="@max-[30rem]:hidden">
        <Link to={accounts} aria-label={counted} className={LINK}>
          {accountCount?.toLocaleString('en')}
        </Link>
      </TableCell>
      <TableCell className="w-0">
        <span className="flex">
          <IconButton
            ref={trigger}
            label={`Rename ${tag.name}`}
            icon={<Pencil />}
            aria-keyshortcuts="F2"
            onClick={begin}
          />
          <IconButton
            label={`Delete ${tag.name}`}
            icon={<Trash2 />}
            onClick={() => setIsDeleting(true)}
          />
        </span>
        <DeleteTagDialog tag={tag} open={isDeleting} onOpenChange={setIsDeleting} />
        <MergeTagDialog
          tag={tag}
          into={merging.subject}
          open={merging.open}
          onOpenChange={merging.onOpenChange}
        />
      </TableCell>
    </TableRow>
  );
}
