import { useEditAccountText } from '#lib/account-edits/use-edit-account-text.ts';
import { EditText } from '#ui/forms/edit-text.tsx';
import { useEditInPlace } from '#ui/forms/use-edit-in-place.ts';
import { MAX_TYPED_NAME, nameProblem } from '#lib/account-edits/name-problem.ts';

/** The name of an account as the title of its page, edited there. */
export function AccountName({ account }: { account: { id: string; name: string } }) {
  const { isEditing, trigger, onTextClick, onKeyDown, close } = useEditInPlace<HTMLButtonElement>();
  const save = useEditAccountText();
  const { name } = account;
  if (isEditing) {
    return (
      <EditText
        label="Account Name"
        value={name}
        maxLength={MAX_TYPED_NAME}
        check={nameProblem}
        save={(value, replaces) => save({ account, field: 'name', value, replaces })}
        onClose={close}
        className="-ml-2 max-w-md flex-1"
        fieldClassName="h-input-small! px-1.75! text-title! font-semibold tracking-title"
      />
    );
  }
  return (
    <h1 className="min-w-0 text-title font-semibold tracking-title">
      <button
        ref={trigger}
        type="button"
        dir="auto"
        title={`${name}\nClick or press F2 to rename`}
        aria-keyshortcuts="F2"
        onClick={onTextClick}
        onKeyDown={onKeyDown}
        className="block max-w-full cursor-text truncate rounded-sm select-text hoverable:bg-hover"
      >
        {name}
      </button>
    </h1>
  );
}
