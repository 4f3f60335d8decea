import type { ProviderDescriptor, ProviderKind } from '@repo/contract/providers';
import { CalendarDays, Captions, Mail, Phone, Video, type LucideIcon } from 'lucide-react';
import { createElement } from 'react';

/** Icons of single providers; any other has the icon of its kind. */
const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['fireflies', Captions],
  ['fathom', Video],
]);

const KIND_ICONS: Record<ProviderKind, LucideIcon> = {
  mail: Mail,
  calendar: CalendarDays,
  calls: Phone,
};

/** The kinds of activity that a provider imports, as text. */
export const KIND_LABELS: Record<ProviderKind, string> = {
  mail: 'Email',
  calendar: 'Calendar',
  calls: 'Call transcription',
};

type Props = { provider: Pick<ProviderDescriptor, 'id' | 'kind'>; className?: string };

export function ProviderIcon({ provider, className }: Props) {
  return createElement(ICONS.get(provider.id) ?? KIND_ICONS[provider.kind], {
    'aria-hidden': true,
    className,
  });
}
