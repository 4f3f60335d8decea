import { type ComponentType, lazy, useEffect } from 'react';
import { toast } from '../feedback/toast.ts';

type Opened = {
  /** True unless given, for a dialog that is rendered only while it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
};

/**
 * A dialog whose code is loaded when it is first rendered. If that fails, as after an update of the
 * server, a toast says so whenever the dialog should open, and the page stays as it is.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (dialog) => ({ default: dialog }),
      () => ({ default: NotLoaded as ComponentType<Props> }),
    ),
  );
}

function NotLoaded({ open = true, onOpenChange, onClose }: Opened) {
  useEffect(() => {
    if (!open) return;
    showNotLoaded();
    onOpenChange?.(false);
    onClose?.();
  }, [open, onOpenChange, onClose]);
  return null;
}

export function showNotLoaded(): void {
  toast.error('This could not be loaded', {
    description: 'Reload the page to try again.',
    action: { label: 'Reload', onClick: () => window.location.reload() },
  });
}
