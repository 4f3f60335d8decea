import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { isExcludedPath } from '../excluded-mail.ts';
import { entryPath } from './entry-path.ts';
import { toZip } from './make-archives.fixture.ts';

it.each([
  ['Entwürfe/1.eml', 'cp850'],
  ['Gelöschte Elemente/1.eml', 'windows-1252'],
  ['Éléments supprimés/1.eml', 'cp850'],
  ['Koš/1.eml', 'cp852'],
  ['Корзина/1.eml', 'cp866'],
  ['Удаленные/1.eml', 'windows-1251'],
  ['垃圾邮件/1.eml', 'gb18030'],
  ['迷惑メール/1.eml', 'shift_jis'],
  ['휴지통/1.eml', 'euc-kr'],
  ['ゴミ箱/1.eml', 'utf-8'],
])('%s in %s is the path of an email that is left out', (path, charset) => {
  expect(entryPath(iconv.encode(path, charset))).toBe(path);
  expect(isExcludedPath(path)).toBe(true);
});

it.each([
  ['Müller & Söhne/1.eml', 'cp850'],
  ['Verträge/Entwürfe Müller/1.eml', 'cp850'],
])('%s in %s is any other path', (path, charset) => {
  expect(entryPath(iconv.encode(path, charset))).toBe(path);
  expect(isExcludedPath(path)).toBe(false);
});

it('is found in the list of an archive', () => {
  const zip = toZip([['Entw#rfe/1.eml', 'x']])
    .toString('latin1')
    .replaceAll('#', '\u0081');
  expect(entryPath(Buffer.from(zip, 'latin1').subarray(30, 44))).toBe('Entwürfe/1.eml');
});
