import { clsx } from 'clsx';
import { ImageOrLetter, initials } from './image-or-letter.tsx';

const SIZES = {
  small: 'size-icon-small text-[8px] tracking-tighter',
  normal: 'size-icon text-[9px] tracking-tight',
  large: 'size-8 text-grid',
};

const COLOURS = [
  'bg-avatar-1',
  'bg-avatar-2',
  'bg-avatar-3',
  'bg-avatar-4',
  'bg-avatar-5',
  'bg-avatar-6',
  'bg-avatar-7',
  'bg-avatar-8',
  'bg-avatar-9',
  'bg-avatar-10',
  'bg-avatar-11',
  'bg-avatar-12',
];

export type AvatarProps = {
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string | undefined;
};

/**
 * A person beside their name: round, with their initials, in a colour that is the same wherever they
 * are shown. Decorative, so the name must be beside it as text.
 */
export function Avatar({ name, src, size = 'normal', className }: AvatarProps) {
  return (
    <ImageOrLetter
      name={name}
      src={src}
      text={initials(name)}
      className={clsx('rounded-full text-on-avatar', colourOf(name), SIZES[size], className)}
    />
  );
}

/** The colour depends on the name, in any case. */
function colourOf(name: string): string | undefined {
  let hash = 0;
  for (const character of name.trim().toLowerCase()) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  }
  return COLOURS[hash % COLOURS.length];
}
