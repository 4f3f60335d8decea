/* oxlint-disable jsx-a11y/prefer-tag-over-role -- No element is a list of options that a field moves through. */
import type { Workspace } from '@repo/contract/workspaces';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useId, useRef, type FocusEvent } from 'react';
import { Link } from 'react-router';
import type { TaggedAccount } from '#lib/tags/read-tags.ts';
import { TagChip, TagDot } from '#lib/tags/tag-chip.tsx';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { useTagField } from './use-tag-field.ts';

type TagFieldProps = {
  workspace: Workspace;
  account: TaggedAccount;
  /** `byKey` if the focus should return to where the edit began. */
  onClose: (byKey: boolean) => void;
};

/** More than a name can have, so that the reason is shown. */
const MAX_TYPED = 300;

/**
 * Edits the tags of an account (combobox pattern of WAI-ARIA). Typing finds tags, Enter adds or creates one,
 * Backspace in an empty field removes the last one, and Escape closes. Each change is saved at once.
 */
export function TagField({ workspace, account, onClose }: TagFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, type, options, active, activate, choose, takeOff, onKeyDown, message, problem } =
    useTagField(workspace.id, account, () => onClose(true));
  const optionId = (key: string) => `${id}-${key}`;
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Another window is not another place of the page, and what failed waits to be read.
    const stays = currentTarget.contains(relatedTarget) || !document.hasFocus();
    if (!stays && problem === undefined) onClose(false);
  };
  return (
    <div onBlur={onBlur} className="flex flex-col gap-1.5">
      {/* Pressing beside the field, or a button in it, does not leave it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="flex min-h-input cursor-text flex-wrap items-center gap-1.5 rounded-md border border-control bg-canvas px-2 py-1.5 focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus"
        onMouseDown={(event) => {
          if (event.target === field.current) return;
          event.preventDefault();
          field.current?.focus();
        }}
      >
        {account.tags.map((tag) => (
          <TagChip key={tag.id} tag={tag} className="pr-0.5">
            <button
              type="button"
              aria-label={`Take off ${tag.name}`}
              className="flex size-4 shrink-0 items-center justify-center rounded-full text-muted hoverable:bg-pressed"
              onClick={() => void takeOff(tag)}
            >
              <X aria-hidden className="size-3" />
            </button>
          </TagChip>
        ))}
        <input
          // The field appears because the tags were chosen to be edited.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          ref={field}
          role="combobox"
          dir="auto"
          aria-label="Tags"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(active.key)}
          aria-autocomplete="list"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-message`}
          autoComplete="off"
          spellCheck={false}
          className="h-5 min-w-20 flex-1 bg-transparent text-body outline-none placeholder:text-faint"
          placeholder={account.tags.length === 0 ? 'Find or create a tag...' : 'Add...'}
          maxLength={MAX_TYPED}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Tags"
        className="max-h-56 overflow-y-auto rounded-md border border-line bg-raised p-1 empty:hidden"
      >
        {options.map((option) => (
          <div
            key={option.key}
            id={optionId(option.key)}
            role="option"
            tabIndex={-1}
            aria-selected={option.key === active?.key}
            className={clsx(
              'flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-grid',
              option.key === active?.key && 'bg-highlight',
            )}
            onPointerMove={() => activate(option.key)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void choose(option)}
            onKeyDown={onKeyDown}
          >
            {option.tag === undefined ? null : <TagDot color={option.tag.color} />}
            <bdi className="truncate">{option.label}</bdi>
          </div>
        ))}
      </div>
      <div id={`${id}-message`} className="text-grid">
        {problem === undefined ? (
          <output className={message.isShown ? 'text-muted' : 'sr-only'}>{message.text}</output>
        ) : (
          <p role="alert" className="break-words text-danger-ink">
            {problem}
          </p>
        )}
      </div>
      <Link
        to={workspacePath(workspace, 'tags')}
        className="self-start text-grid text-muted underline-offset-2 hoverable:underline"
      >
        Manage tags
      </Link>
    </div>
  );
}
