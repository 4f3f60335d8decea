import { cva } from 'class-variance-authority';

/**
 * The surface of menus, selects and popovers. They close without an animation, because the focus is
 * restored only afterwards, and a key pressed until then would have no effect.
 */
export const floatStyle =
  'z-(--layer-float) rounded-md border border-line-strong bg-raised text-ink shadow-float outline-none data-[state=open]:animate-menu-in';

export const menuStyle = `${floatStyle} min-w-menu max-w-[calc(100vw-16px)] overflow-y-auto p-1`;

export const menuLabelStyle = 'px-2 pt-2 pb-1 text-grid font-medium text-muted select-none';

export const menuItemStyle = cva(
  'flex h-menu-item items-center gap-2 rounded-sm px-2 text-body outline-none select-none data-disabled:text-faint data-disabled:opacity-60 data-highlighted:bg-highlight data-[state=open]:bg-highlight [&_svg]:size-icon-small [&_svg]:shrink-0',
  {
    variants: {
      destructive: {
        true: 'text-danger-ink data-highlighted:bg-danger-soft',
        false: '[&_svg]:text-muted',
      },
    },
    defaultVariants: { destructive: false },
  },
);
