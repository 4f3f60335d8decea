import { type Fields, textOf } from './payload-fields.ts';

/** What is to be done, with who is to do it where that is told. */
export function actionItemsIn(fields: Fields): string[] {
  const value = fields.get('actionitems') ?? fields.get('aiactionitems');
  if (Array.isArray(value)) return value.flatMap(describe);
  return (textOf(value) ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*(\[[ x]\]\s*)?/i, '').trim())
    .filter((line) => line !== '');
}

function describe(item: unknown): string[] {
  if (typeof item !== 'object' || item === null) return [textOf(item) ?? []].flat();
  const { description, text, assignee } = item as Record<string, unknown>;
  const what = textOf(description) ?? textOf(text);
  if (what === undefined) return [];
  const { name, email } = (typeof assignee === 'object' && assignee !== null ? assignee : {}) as {
    name?: unknown;
    email?: unknown;
  };
  const who = textOf(name) ?? textOf(email);
  return [who === undefined ? what : `${what} (${who})`];
}
