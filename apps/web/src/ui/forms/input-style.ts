import { cva, type VariantProps } from 'class-variance-authority';

/** The one look of everything that text is typed or chosen in. */
export const inputStyle = cva(
  'w-full min-w-0 text-ellipsis border border-control bg-canvas text-ink transition-colors hoverable:border-faint/60 focus-visible:border-focus focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-subtle disabled:text-faint read-only:not-[button]:bg-subtle read-only:not-[button]:text-muted aria-invalid:border-danger',
  {
    variants: {
      size: {
        normal: 'h-input rounded-md px-2.5 text-body',
        small: 'h-input-small rounded-md px-2 text-grid',
        xsmall: 'h-input-xsmall rounded-sm px-1 text-grid leading-none',
      },
    },
    defaultVariants: { size: 'normal' },
  },
);

export type InputSize = NonNullable<VariantProps<typeof inputStyle>['size']>;
