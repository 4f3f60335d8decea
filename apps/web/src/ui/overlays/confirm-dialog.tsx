import type { ReactNode } from 'react';
import { Banner } from '../feedback/banner.tsx';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The effect of confirming, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  destructive?: boolean | undefined;
  /** The confirmed work is under way; the dialog stays until it has ended. */
  loading?: boolean | undefined;
  /** The error of the confirmed action. */
  error?: string | undefined;
  onConfirm: () => void;
  /** Further content: a list of the items to remove, a field. */
  children?: ReactNode;
};

/** Confirms something that is hard to undo. Does not close itself on confirming. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  destructive = false,
  loading = false,
  error,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const failed = error !== undefined && error !== '';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      size="small"
      title={title}
      description={description}
      busy={loading}
      footer={
        <>
          <Button disabled={loading} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            loading={loading}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failed || children ? (
        <div className="flex flex-col gap-3">
          {failed ? <Banner kind="error">{error}</Banner> : null}
          {children}
        </div>
      ) : undefined}
    </Dialog>
  );
}
