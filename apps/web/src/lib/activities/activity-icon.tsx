import { clsx } from 'clsx';
import { Calendar, Clock, Mail, Phone, type LucideIcon } from 'lucide-react';
import { createElement } from 'react';

const ICONS = new Map<string, LucideIcon>([
  ['conversation', Mail],
  ['email', Mail],
  ['calendar', Calendar],
  ['call', Phone],
]);

/** The icon of an activity type; a clock for an unknown type. Decorative. */
export function ActivityIcon({ type, className }: { type: string; className?: string }) {
  return createElement(ICONS.get(type) ?? Clock, {
    'aria-hidden': true,
    className: clsx('size-icon-small shrink-0', className),
  });
}
