import { clsx } from 'clsx';
import { ImageOrLetter } from './image-or-letter.tsx';

const SIZES = {
  small: 'size-icon-small text-[10px]',
  normal: 'size-icon text-[11px]',
  large: 'size-icon-large text-grid',
};

export type FaviconProps = {
  name: string;
  src: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string | undefined;
};

/** A site beside its name: square. Decorative, so the name must be beside it as text. */
export function Favicon({ name, src, size = 'small', className }: FaviconProps) {
  return (
    <ImageOrLetter
      name={name}
      src={src}
      className={clsx('rounded-sm bg-pressed text-muted', SIZES[size], className)}
    />
  );
}
