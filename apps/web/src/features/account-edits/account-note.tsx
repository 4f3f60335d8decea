import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { useEditAccountText } from '#lib/account-edits/use-edit-account-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { EditText } from '#ui/forms/edit-text.tsx';
import { useEditInPlace } from '#ui/forms/use-edit-in-place.ts';
import { PanelSection } from '#ui/layout/panel-section.tsx';
import type { OwnedAccount } from './account-owner.tsx';
import { NoteHistory } from './note-history.tsx';
import { noteProblem } from './note-problem.ts';

/** The note of an account, edited where it is shown. */
export function AccountNote({ account }: { account: OwnedAccount }) {
  const { isEditing, trigger, begin, onTextClick, onKeyDown, close } =
    useEditInPlace<HTMLButtonElement>();
  const save = useEditAccountText();
  const { note } = account;
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const restore = async (value: string, replaces: string) => {
    if (value === replaces) return;
    const problem = await save({ account, field: 'note', value, replaces });
    if (problem === undefined) return;
    toast.error('Failed to restore the note', {
      description:
        problem.present === undefined
          ? problem.message
          : 'Someone else has changed the note. Open its history again.',
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <PanelSection
        title="Note"
        action={
          isEditing ? null : (
            <span className="flex">
              <Button
                size="small"
                variant="bare"
                aria-label="History of the note"
                onClick={() => setIsHistoryOpen(true)}
              >
                History
              </Button>
              <Button
                ref={trigger}
                size="small"
                variant="bare"
                aria-label="Edit note"
                aria-keyshortcuts="F2"
                onClick={begin}
              >
                Edit
              </Button>
            </span>
          )
        }
      >
        {isEditing ? (
          <EditText
            label="Note"
            isMultiline
            value={note}
            maxLength={2 * limits.accountNoteLength}
            check={noteProblem}
            save={(value, replaces) => save({ account, field: 'note', value, replaces })}
            onClose={close}
          />
        ) : (
          // By keyboard it is edited with the button beside the title.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <p
            dir="auto"
            onClick={onTextClick}
            className={
              note === ''
                ? 'cursor-text text-faint'
                : 'cursor-text break-words whitespace-pre-wrap hoverable:bg-hover'
            }
          >
            {note || 'No note'}
          </p>
        )}
      </PanelSection>
      <NoteHistory
        account={account}
        open={isHistoryOpen}
        onOpenChange={setIsHistoryOpen}
        onRestore={(value, replaces) => void restore(value, replaces)}
      />
    </div>
  );
}
