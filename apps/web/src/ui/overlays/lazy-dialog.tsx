import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { CodeLoader, type CodeStatus, needsReload, useCode } from '#lib/code/code-loader.ts';
import { whyNotLoaded } from '#lib/code/why-not-loaded.ts';
import { readConnection } from '#lib/connection/connection.ts';
import { toast } from '../feedback/toast.ts';

type Opened = {
  /** True unless given, for a dialog that is rendered only while it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
};

/**
 * A dialog that loads its code when it is first opened. If that fails, a toast says why and the page stays as
 * it is; opening the dialog again loads it again.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loader = new CodeLoader(load);
  return function LazyDialog(props: Props & Opened) {
    const { open = true, onOpenChange, onClose } = props;
    const { code: Dialog } = useCode(loader, false);
    const giveUp = useEffectEvent(() => {
      void showNotLoaded(loader);
      onOpenChange?.(false);
      onClose?.();
    });
    useEffect(() => {
      if (!open) return;
      let isCurrent = true;
      const load = async () => {
        await loader.request();
        if (isCurrent && loader.readStatus() !== 'loaded') giveUp();
      };
      void load();
      return () => {
        isCurrent = false;
      };
    }, [open]);
    return Dialog === undefined ? null : <Dialog {...props} />;
  };
}

/** Says that something the user opened could not be loaded, and why. */
export async function showNotLoaded(loader: {
  explained: () => Promise<void>;
  readStatus: () => CodeStatus;
}): Promise<void> {
  await loader.explained();
  const status = loader.readStatus();
  toast.error('This could not be loaded', {
    description: whyNotLoaded(status, readConnection()),
    ...(needsReload(status) && {
      action: { label: 'Reload', onClick: () => window.location.reload() },
    }),
  });
}
