import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

/**
 * Whether a text is being edited where it is shown, and the events that begin it: a click, and F2 anywhere in the
 * part. The trigger gets the focus back when the edit is ended by keyboard.
 */
export function useEditInPlace<Trigger extends HTMLElement>() {
  const [isEditing, setIsEditing] = useState(false);
  const trigger = useRef<Trigger>(null);
  const returnsFocus = useRef(false);
  useLayoutEffect(() => {
    if (isEditing || !returnsFocus.current) return;
    returnsFocus.current = false;
    trigger.current?.focus();
  }, [isEditing]);
  return {
    isEditing,
    trigger,
    begin: () => setIsEditing(true),
    /** For the text itself. Marking a part of it to copy it does not begin an edit. */
    onTextClick: () => {
      if (getSelection()?.isCollapsed !== false) setIsEditing(true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'F2' || isEditing) return;
      event.preventDefault();
      setIsEditing(true);
    },
    close: (byKey: boolean) => {
      returnsFocus.current = byKey;
      setIsEditing(false);
    },
  };
}
