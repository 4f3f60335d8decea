import { afterEach, expect, test, vi } from 'vitest';
import {
  onStorageChange,
  readJson,
  readText,
  removeStored,
  writeJson,
  writeText,
} from './storage.ts';

afterEach(() => vi.restoreAllMocks());

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);

test('stores text and JSON until removed', () => {
  expect(writeText('text', 'plain')).toBe(true);
  expect(writeJson('number', 7)).toBe(true);
  expect([readText('text'), readJson('number', asNumber)]).toEqual(['plain', 7]);
  removeStored('text');
  expect(readText('text')).toBeUndefined();
});

test.each(['', '{', '"seven"', 'null', 'undefined', '[7]'])(
  'reads %j, which is no number in JSON, as nothing',
  (stored) => {
    localStorage.setItem('number', stored);
    expect(readJson('number', asNumber)).toBeUndefined();
  },
);

test('a parser that throws means that the value cannot be used', () => {
  writeJson('value', null);
  const name = readJson('value', (value) => (value as { name: string }).name);
  expect(name).toBeUndefined();
});

test('denied or full storage neither throws nor pretends', () => {
  const deny = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(deny);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(deny);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(deny);
  expect(readText('text')).toBeUndefined();
  expect(writeText('text', 'plain')).toBe(false);
  expect(() => removeStored('text')).not.toThrow();
});

test('reports a change in another tab, of that key or of everything, until stopped', () => {
  const listener = vi.fn<() => void>();
  const stop = onStorageChange('mine', listener);
  const change = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
  change('other');
  expect(listener).not.toHaveBeenCalled();
  change('mine');
  change(null);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  change('mine');
  expect(listener).toHaveBeenCalledTimes(2);
});
