import type ICAL from 'ical.js';

/**
 * The prefixes that Outlook and Exchange add to the title of a cancelled meeting, in the languages of their
 * users. Source: the titles of cancellations that Outlook sends in these languages.
 */
const prefixes = [
  'Canceled',
  'Cancelled',
  'Abgesagt',
  'Annulé',
  'Annulée',
  'Cancelado',
  'Cancelada',
  'Annullato',
  'Annullata',
  'Geannuleerd',
  'Odwołane',
  'Anulowane',
  'Inställt',
  'Aflyst',
  'Avlyst',
  'Peruutettu',
  'Zrušeno',
  'Отменено',
  'İptal edildi',
  'キャンセル済み',
  '已取消',
  '취소됨',
];
const cancelledTitle = new RegExp(`^\\s*(?:${prefixes.join('|')})\\s*[:：]`, 'iu');

/**
 * Whether an event is cancelled: by its status, or by its title where the event also keeps no time free for it. A
 * title alone may be that of a meeting about something that was cancelled.
 */
export function isCancelled(event: ICAL.Component): boolean {
  const text = (name: string): string => {
    const value: unknown = event.getFirstPropertyValue(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  if (/^cancell?ed$/i.test(text('status'))) return true;
  if (!cancelledTitle.test(text('summary'))) return false;
  const busy = text('x-microsoft-cdo-busystatus');
  return busy === '' ? /^transparent$/i.test(text('transp')) : /^free$/i.test(busy);
}
