import { clsx } from 'clsx';
import { ImageOrLetter } from './image-or-letter.tsx';

const SIZES = {
  small: 'size-icon-small text-[9px]',
  normal: 'size-icon text-[11px]',
  large: 'size-8 text-grid',
};

export type AvatarProps = {
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string | undefined;
};

/** A person beside their name: round. Decorative, so the name must be beside it as text. */
export function Avatar({ name, src, size = 'normal', className }: AvatarProps) {
  return (
    <ImageOrLetter name={name} src={src} className={clsx('rounded-full', SIZES[size], className)} />
  );
}
