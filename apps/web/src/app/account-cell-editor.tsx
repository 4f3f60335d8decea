import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { noteProblem } from '#features/account-edits/note-problem.ts';
import { useAccountActions } from '#features/account-selection/use-account-actions.ts';
import { MAX_TYPED_NAME, nameProblem } from '#lib/account-edits/name-problem.ts';
import { useEditAccountText } from '#lib/account-edits/use-edit-account-text.ts';
import { ChooseMember } from '#lib/members/choose-member.tsx';
import { ChooseTag } from '#lib/tags/choose-tag.tsx';
import type { Tag } from '#lib/tags/read-tags.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { EditText } from '#ui/forms/edit-text.tsx';
import { Popover, PopoverAnchor, PopoverContent } from '#ui/overlays/popover.tsx';

type Props = {
  account: { id: string; name: string; note: string; tags: readonly Tag[] };
  /** The cell that is edited: of the name, the owner, the note or the tags. */
  cell: HTMLElement;
  /** Shows the accounts as they are now. */
  onChanged: () => void;
};

/** Edits the name, the owner, the note or the tags of an account at its cell in the grid. */
export function AccountCellEditor({ account, cell, onChanged }: Props) {
  const [isOpen, setIsOpen] = useState(true);
  const { column } = cell.dataset;
  const props = { account, isOpen, setIsOpen, onChanged };
  if (column === 'owner') return <OwnerEditor {...props} />;
  if (column === 'tags') return <TagsEditor {...props} />;
  return <TextEditor {...props} cell={cell} />;
}

type EditorProps = Omit<Props, 'cell'> & {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
};

function OwnerEditor({ account, isOpen, setIsOpen, onChanged }: EditorProps) {
  const { id: workspaceId } = useWorkspace();
  const { setOwner } = useAccountActions({ workspaceId, onChanged, onDeleted: onChanged });
  return (
    <ChooseMember
      workspaceId={workspaceId}
      label={`Owner of ${account.name}`}
      open={isOpen}
      onOpenChange={setIsOpen}
      hasNoOne
      onChoose={(member) => void setOwner([account], member)}
    />
  );
}

function TagsEditor({ account, isOpen, setIsOpen, onChanged }: EditorProps) {
  const { id: workspaceId } = useWorkspace();
  const { setTag } = useAccountActions({ workspaceId, onChanged, onDeleted: onChanged });
  return (
    <ChooseTag
      workspaceId={workspaceId}
      label={`Tags of ${account.name}`}
      present={account.tags}
      open={isOpen}
      onOpenChange={setIsOpen}
      onChoose={(tag, isOn) => void setTag([account], tag, isOn)}
    />
  );
}

function TextEditor({
  account,
  cell,
  isOpen,
  setIsOpen,
  onChanged,
}: EditorProps & Pick<Props, 'cell'>) {
  const save = useEditAccountText();
  // Where it was when the edit began: the row may be drawn again, or elsewhere, meanwhile.
  const [{ left, top, width }] = useState(() => cell.getBoundingClientRect());
  const field = cell.dataset['column'] === 'note' ? 'note' : 'name';
  const label = field === 'note' ? `Note on ${account.name}` : `Name of ${account.name}`;
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverAnchor>
        <span className="pointer-events-none fixed size-0" style={{ left, top }} />
      </PopoverAnchor>
      <PopoverContent
        label={label}
        sideOffset={0}
        className="p-2!"
        style={{ width: Math.max(width, MIN_WIDTH) }}
        // Leaving the field saves; a text that cannot be saved stays.
        onInteractOutside={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <EditText
          label={label}
          isMultiline={field === 'note'}
          value={account[field]}
          maxLength={field === 'note' ? 2 * limits.accountNoteLength : MAX_TYPED_NAME}
          check={field === 'note' ? noteProblem : nameProblem}
          save={async (value, replaces) => {
            const problem = await save({ account, field, value, replaces });
            if (problem === undefined) onChanged();
            return problem;
          }}
          onClose={(byKey) => {
            setIsOpen(false);
            if (byKey) cell.focus();
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

/** Pixels. */
const MIN_WIDTH = 280;
