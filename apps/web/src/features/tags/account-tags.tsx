import { Link } from 'react-router';
import type { TaggedAccount } from '#lib/tags/read-tags.ts';
import { TagChip } from '#lib/tags/tag-chip.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { useEditInPlace } from '#ui/forms/use-edit-in-place.ts';
import { PanelSection } from '#ui/layout/panel-section.tsx';
import { TagField } from './tag-field.tsx';

/** The tags of an account, each a link to the accounts that have it; edited where they are shown. */
export function AccountTags({ account }: { account: TaggedAccount }) {
  const { isEditing, trigger, begin, onTextClick, onKeyDown, close } =
    useEditInPlace<HTMLButtonElement>();
  const workspace = useWorkspace();
  const { tags } = account;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <PanelSection
        title="Tags"
        action={
          isEditing ? null : (
            <Button
              ref={trigger}
              size="small"
              variant="bare"
              aria-label="Edit tags"
              aria-keyshortcuts="F2"
              onClick={begin}
            >
              Edit
            </Button>
          )
        }
      >
        {isEditing ? (
          <TagField workspace={workspace} account={account} onClose={close} />
        ) : tags.length === 0 ? (
          // By keyboard they are edited with the button beside the title.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <p onClick={onTextClick} className="cursor-text text-faint">
            No tags
          </p>
        ) : (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag.id} className="flex max-w-full min-w-0">
                <Link
                  to={`${workspacePath(workspace)}?${new URLSearchParams({ tags: tag.id })}`}
                  title={tag.name}
                  className="flex max-w-full min-w-0 rounded-full hoverable:bg-hover"
                >
                  <TagChip tag={tag} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PanelSection>
    </div>
  );
}
