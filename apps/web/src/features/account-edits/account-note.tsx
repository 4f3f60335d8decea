import { limits } from '@repo/contract/limits';
import { useEditAccountText } from '../../lib/account-edits/use-edit-account-text.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EditText } from '../../ui/forms/edit-text.tsx';
import { useEditInPlace } from '../../ui/forms/use-edit-in-place.ts';
import { PanelSection } from '../../ui/layout/panel-section.tsx';
import type { OwnedAccount } from './account-owner.tsx';
import { noteProblem } from './note-problem.ts';

/** The note of an account, edited where it is shown. */
export function AccountNote({ account }: { account: OwnedAccount }) {
  const { isEditing, trigger, begin, onTextClick, onKeyDown, close } =
    useEditInPlace<HTMLButtonElement>();
  const save = useEditAccountText();
  const { note } = account;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <PanelSection
        title="Note"
        action={
          isEditing ? null : (
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
    </div>
  );
}
