import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui/slot';
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

const buttonStyle = cva(
  'relative inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:not-data-loading:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-icon-small [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        bare: 'border-transparent text-muted hoverable:bg-hover hoverable:text-ink enabled:active:bg-pressed data-active:bg-pressed data-active:text-ink data-[state=open]:bg-pressed data-[state=open]:text-ink',
        default:
          'border-line-strong bg-raised text-ink hoverable:bg-highlight enabled:active:bg-pressed data-active:bg-pressed data-[state=open]:bg-pressed',
        secondary:
          'border-transparent bg-hover text-ink hoverable:bg-pressed enabled:active:bg-line-strong data-active:bg-line-strong data-[state=open]:bg-pressed',
        primary:
          'border-transparent bg-accent text-on-accent hoverable:bg-accent-hover enabled:active:bg-accent-hover data-active:bg-accent-hover',
        destructive:
          'border-transparent bg-danger text-on-accent hoverable:bg-danger-hover enabled:active:bg-danger-hover data-active:bg-danger-hover',
      },
      size: { normal: '', small: '', xsmall: '' },
      shape: { wide: '', square: 'px-0' },
    },
    compoundVariants: [
      { size: 'normal', className: 'h-input gap-2 rounded-md text-body' },
      { size: 'small', className: 'h-input-small gap-1.5 rounded-md text-grid' },
      { size: 'xsmall', className: 'h-button-xsmall gap-1 rounded-sm text-grid' },
      { shape: 'wide', size: 'normal', className: 'px-3' },
      { shape: 'wide', size: 'small', className: 'px-2' },
      { shape: 'wide', size: 'xsmall', className: 'px-1.5' },
      { shape: 'square', size: 'normal', className: 'w-input' },
      { shape: 'square', size: 'small', className: 'w-input-small' },
      { shape: 'square', size: 'xsmall', className: 'w-button-xsmall' },
    ],
    defaultVariants: { variant: 'default', size: 'normal', shape: 'wide' },
  },
);

export type ButtonVariants = VariantProps<typeof buttonStyle>;

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonVariants & {
    /** Shown as pressed, for a button with an open menu, filter or mode. */
    active?: boolean | undefined;
    disabled?: boolean | undefined;
    /** Work is under way: disabled, as the specification says, with the same width, a spinner in place of its label. */
    loading?: boolean | undefined;
    /** Names the work in progress; shown beside the spinner in place of the label while loading. */
    loadingLabel?: string | undefined;
    /**
     * Why the button cannot be used now. Disables it but leaves it focusable, so that all can read
     * why.
     */
    disabledReason?: string | undefined;
    /** Puts the style on its one child instead, for a link that looks like a button. */
    asChild?: boolean;
  };

export function Button({
  variant,
  size,
  shape,
  active = false,
  disabled = false,
  loading = false,
  loadingLabel,
  disabledReason,
  asChild = false,
  className,
  children,
  type = 'button',
  onClick,
  ref: outerRef,
  ...rest
}: ButtonProps) {
  const style = buttonStyle({ variant, size, shape, className });
  const ref = useRef<HTMLButtonElement>(null);
  useFocusKeptThrough(loading, ref);

  if (asChild) {
    return (
      <Slot className={style} data-active={active || undefined}>
        {children}
      </Slot>
    );
  }

  const element = (
    <button
      {...rest}
      ref={(node) => {
        ref.current = node;
        if (typeof outerRef === 'function') outerRef(node);
        else if (outerRef) outerRef.current = node;
      }}
      type={type}
      className={style}
      disabled={disabled || loading}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-busy={loading || undefined}
      data-active={active || undefined}
      data-loading={loading || undefined}
      onClick={disabledReason === undefined ? onClick : (event) => event.preventDefault()}
    >
      {loading && loadingLabel !== undefined ? (
        <>
          <Spinner />
          {loadingLabel}
        </>
      ) : loading ? (
        <>
          <span className="inline-flex animate-vanish-late items-center gap-[inherit]">
            {children}
          </span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  );
  return disabledReason === undefined ? (
    element
  ) : (
    <Tooltip content={disabledReason}>{element}</Tooltip>
  );
}

/** A disabled element loses focus; it is restored afterwards if the button was pressed by keyboard. */
function useFocusKeptThrough(loading: boolean, ref: RefObject<HTMLButtonElement | null>): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (loading) {
      hadFocus.current = document.activeElement === ref.current;
      return;
    }
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
    hadFocus.current = false;
  }, [loading, ref]);
}
