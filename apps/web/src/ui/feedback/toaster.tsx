import { plural } from '@repo/domain/text/plural';
import { X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { MessageIcon, type MessageKind } from './banner.tsx';
import { Button } from '../forms/button.tsx';
import { TOAST_DURATION_MS } from './timings.ts';
import { closeToast, toastStore, type ToastEntry } from './toast.ts';

const ICON_COLOUR = {
  error: 'text-danger-ink',
  info: 'text-accent-ink',
  success: 'text-success-ink',
  warning: 'text-warning-ink',
} satisfies Record<MessageKind, string>;

/**
 * Shows the toasts; rendered once in the application. They wait while the pointer or the focus is
 * on them (F8 goes there), go on a swipe up, and are read out by screen readers.
 */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <RadixToast.Provider swipeDirection="up" duration={TOAST_DURATION_MS} label="Notification">
      {entries.map((entry) => (
        // The key: a toast that represents one more is announced and timed again.
        <Toast key={`${entry.id} ${entry.times}`} {...entry} />
      ))}
      <RadixToast.Viewport className="pointer-events-none fixed inset-x-0 bottom-(--toasts-bottom,0) z-(--layer-toast) mx-auto flex w-full max-w-toast flex-col gap-2 p-3 outline-none" />
    </RadixToast.Provider>
  );
}

function Toast({ id, kind, title, description, action, open, times }: ToastEntry) {
  return (
    <RadixToast.Root
      forceMount
      open={open}
      onOpenChange={(next) => !next && closeToast(id)}
      type={kind === 'error' ? 'foreground' : 'background'}
      data-kind={kind}
      className="pointer-events-auto flex items-start gap-2.5 rounded-md border border-line-strong bg-raised py-2.5 pr-2 pl-3 text-body text-ink shadow-float data-[state=closed]:pointer-events-none data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-y-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)"
    >
      <span className={`mt-0.5 ${ICON_COLOUR[kind]}`}>
        <MessageIcon kind={kind} />
      </span>
      <div className="min-w-0 flex-1">
        <RadixToast.Title className="font-medium break-words">
          {title}
          {times > 1 ? (
            <span className="font-normal text-muted">{` (${plural(times, 'time')})`}</span>
          ) : null}
        </RadixToast.Title>
        {description === undefined ? null : (
          <RadixToast.Description className="mt-0.5 text-grid break-words text-muted">
            {description}
          </RadixToast.Description>
        )}
      </div>
      {action === undefined ? null : (
        <RadixToast.Action asChild altText={action.label} onClick={action.onClick}>
          <Button size="xsmall">{action.label}</Button>
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <Button variant="bare" size="xsmall" shape="square" aria-label="Dismiss">
          <X />
        </Button>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
