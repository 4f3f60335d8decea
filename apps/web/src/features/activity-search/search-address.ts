import { limits } from '@repo/contract/page-limits';
import { searchWords } from '@repo/domain/text/search-words';
import { addDays, isBusinessDay, type BusinessDay } from '@repo/domain/time/business-day';

/** The search and its filters, as stored in the address of the page. */
export type Search = {
  text: string;
  type: SearchType | undefined;
  /** The email of a colleague. */
  contributor: string | undefined;
  when: When | undefined;
};

export type SearchType = 'email' | 'calendar' | 'call';

/** The last N days, or the first and the last day, each of which may be absent. */
export type When = { days: number } | { from: BusinessDay | ''; until: BusinessDay | '' };

export const TYPE_LABELS: Readonly<Record<SearchType, string>> = {
  email: 'Emails',
  calendar: 'Meetings',
  call: 'Calls',
};

export const DAYS_OFFERED = [7, 30, 84, 365];

/** Reads an address; what cannot be used counts as absent. */
export function readSearch(params: URLSearchParams): Search {
  const type = params.get('type') ?? '';
  return {
    text: params.get('q') ?? '',
    type: Object.hasOwn(TYPE_LABELS, type) ? (type as SearchType) : undefined,
    contributor: params.get('who')?.slice(0, limits.emailLength) || undefined,
    when: readWhen(params),
  };
}

function readWhen(params: URLSearchParams): When | undefined {
  const days = Number(params.get('days'));
  if (DAYS_OFFERED.includes(days)) return { days };
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return isBusinessDay(text) ? text : '';
  };
  const [from, until] = [day('from'), day('until')];
  return from === '' && until === '' && !params.has('dates') ? undefined : { from, until };
}

export function writeSearch({ text, type, contributor, when }: Search): URLSearchParams {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (type !== undefined) params.set('type', type);
  if (contributor !== undefined) params.set('who', contributor);
  if (when !== undefined && 'days' in when) params.set('days', String(when.days));
  if (when !== undefined && 'from' in when) {
    if (when.from !== '') params.set('from', when.from);
    if (when.until !== '') params.set('until', when.until);
    // The two date fields stay visible while they are empty.
    if (when.from === '' && when.until === '') params.set('dates', '');
  }
  return params;
}

/** The first and the last day that are searched. */
export function boundsOf(
  when: When | undefined,
  today: BusinessDay,
): { from?: BusinessDay; until?: BusinessDay } {
  if (when === undefined) return {};
  if ('days' in when) return { from: addDays(today, 1 - when.days), until: today };
  const { from, until } = when;
  return { ...(from !== '' && { from }), ...(until !== '' && { until }) };
}

/** The reason why a search cannot be made; undefined if it can. */
export function searchProblem({ text, when }: Search): string | undefined {
  if (text.length > limits.searchLength) {
    return `Search for at most ${limits.searchLength} characters.`;
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Type at least one letter or digit to search for.';
  if (searchWords(text, limits.searchWords + 1).length > limits.searchWords) {
    return `Search for at most ${limits.searchWords} words.`;
  }
  const isBackwards =
    when !== undefined && 'from' in when && when.until !== '' && when.from > when.until;
  return isBackwards ? 'The first day is after the last one.' : undefined;
}
