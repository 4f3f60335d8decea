import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useMediaQuery } from '#lib/hooks/use-media-query.ts';
import { Button } from './button.tsx';
import { Textarea } from './textarea.tsx';
import { TextInput } from './text-input.tsx';

export type EditProblem = {
  message: string;
  /** A colleague's newer text; saving again replaces it. */
  present?: string;
};

export type EditTextProps = {
  label: string;
  value: string;
  maxLength: number;
  isMultiline?: boolean;
  /** Validates the trimmed text. */
  check: (value: string) => string | undefined;
  /** Saves the trimmed text in place of `replaces`, and resolves to the problem if that fails. */
  save: (value: string, replaces: string) => Promise<EditProblem | undefined>;
  /** Called once saved or canceled. `byKey` if the focus should return to where the edit began. */
  onClose: (byKey: boolean) => void;
  className?: string | undefined;
  /** Of the field, so that the text looks as where it is shown and nothing around it moves. */
  fieldClassName?: string | undefined;
};

/**
 * Edits a text where it is shown: Enter or leaving it saves, Escape cancels. A text that cannot be saved stays,
 * with the reason and a way to try again.
 */
export function EditText({
  label,
  value,
  maxLength,
  isMultiline = false,
  check,
  save,
  onClose,
  className,
  fieldClassName,
}: EditTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [replaces, setReplaces] = useState(value);
  const [problem, setProblem] = useState<EditProblem>();
  const [isSaving, setIsSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // The field also loses the focus when it disappears, and must not save a canceled text.
  const isOver = useRef(false);
  // Enter on a screen keyboard begins a line: there is no Shift to begin one with.
  const isTouch = useMediaQuery('(pointer: coarse)');
  useEffect(() => field.current?.select(), []);

  const close = (byKey: boolean) => {
    isOver.current = true;
    onClose(byKey);
  };
  const submit = async (byKey: boolean) => {
    if (isSaving || isOver.current) return;
    const typed = text.trim();
    if (typed === replaces) {
      close(byKey);
      return;
    }
    const message = check(typed);
    if (message !== undefined) {
      setProblem({ message });
      setHasFailed(false);
      return;
    }
    setIsSaving(true);
    const found = await save(typed, replaces);
    setIsSaving(false);
    setProblem(found);
    setHasFailed(found !== undefined);
    if (found === undefined) close(byKey && hasFocus(field.current));
    else if (found.present !== undefined) setReplaces(found.present);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys typed in the field trigger no shortcuts around it.
    event.stopPropagation();
    // Enter and Escape choose and close the suggestions of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (!isSaving) close(true);
    } else if (event.key === 'Enter' && event.target === field.current) {
      const breaksLine = isMultiline && (event.shiftKey || isTouch);
      if (breaksLine && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      void submit(true);
    }
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Another window is not another place of the page, and what failed waits for a decision.
    const stays = currentTarget.contains(relatedTarget) || !document.hasFocus();
    if (!stays && problem === undefined) void submit(false);
  };

  const Field = isMultiline ? Textarea : TextInput;
  return (
    // Handles events of the field and its buttons; it is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)} {...{ onKeyDown, onBlur }}>
      <Field
        // The field appears because its text was chosen to be edited.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        ref={field}
        className={fieldClassName}
        dir="auto"
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={id}
        aria-busy={isSaving || undefined}
        autoComplete="off"
        readOnly={isSaving}
        maxLength={maxLength}
        value={text}
        onChange={({ target }: { target: { value: string } }) => {
          setText(target.value);
          if (problem?.present !== undefined) return;
          setProblem(undefined);
          setHasFailed(false);
        }}
      />
      <div id={id} className="text-grid empty:hidden">
        {problem === undefined ? (
          isMultiline && !isTouch ? (
            <p className="text-faint">Enter saves, Shift+Enter starts a new line</p>
          ) : null
        ) : (
          <div role="alert" className="text-danger-ink">
            {problem.message}
            {problem.present === undefined ? null : <Quote text={problem.present} />}
          </div>
        )}
      </div>
      {isMultiline || problem !== undefined ? (
        // Pressing a button does not leave the field.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className="flex gap-1.5" onMouseDown={(event) => event.preventDefault()}>
          <Button
            size="small"
            variant="primary"
            loading={isSaving}
            onClick={() => void submit(true)}
          >
            {problem?.present !== undefined ? 'Replace It' : hasFailed ? 'Try Again' : 'Save'}
          </Button>
          <Button size="small" disabled={isSaving} onClick={() => close(true)}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Whether the focus is still in the field or its buttons, or nowhere. */
const hasFocus = (field: HTMLElement | null) =>
  document.activeElement === document.body ||
  field?.parentElement?.contains(document.activeElement) === true;

function Quote({ text }: { text: string }) {
  return text === '' ? (
    <p className="text-muted italic">empty</p>
  ) : (
    <blockquote
      dir="auto"
      className="mt-1 max-h-32 overflow-y-auto border-l-2 border-line-strong pl-2 break-words whitespace-pre-wrap text-ink"
    >
      {text}
    </blockquote>
  );
}
