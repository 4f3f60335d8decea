import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { readMail } from './read-mail.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
/** An email whose characters stand for its bytes. */
const read = (headers: readonly string[], body: string) =>
  readMail(Buffer.from(['From: bob@acme.com', ...headers, '', body].join('\r\n'), 'latin1'));
const textIn = async (label: string, bytes: Uint8Array) =>
  (await read([`Content-Type: text/plain; charset=${label}`], latin1(bytes))).text?.trim();
const subjectOf = async (subject: string, ...headers: string[]) =>
  (await read([`Subject: ${subject}`, ...headers], 'x')).subject;

const utf8 = (text: string) => latin1(Buffer.from(text));
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

describe('a text', () => {
  it.each([
    ['cp850', 'cp850', 'Größe für Käse'],
    ['IBM437', 'cp437', 'Größe für Käse'],
    ['cp852', 'cp852', 'Příliš žluťoučký'],
    ['x-cp1250', 'windows-1250', 'Příliš žluťoučký'],
    ['koi8-u', 'koi8-u', 'Ціна їжі'],
    ['KOI8-R', 'koi8-r', 'Добрый день'],
    ['x-mac-cyrillic', 'maccyrillic', 'Добрый день'],
    ['cp1251', 'windows-1251', 'Добрый день'],
    ['iso-8859-5', 'iso-8859-5', 'Добрый день'],
    ['iso-8859-7', 'iso-8859-7', 'Καλημέρα σας'],
    ['windows-1253', 'windows-1253', 'Καλημέρα σας'],
    ['x-mac-greek', 'macgreek', 'Καλημέρα σας'],
    ['tis-620', 'tis620', 'ราคาสินค้า'],
    ['cp949', 'cp949', '계약 확인'],
    ['cp932', 'cp932', '会議の件表示'],
    ['ms936', 'gbk', '订单确认函'],
    ['big5-hkscs', 'big5-hkscs', '會議通知書'],
    ['cp950', 'big5', '會議通知書'],
    ['"windows-1252http-equiv"', 'windows-1252', 'Größe “gut”'],
    ['latin-9', 'iso-8859-15', '10 € für Œuvres'],
    ['utf-7', 'utf-7', 'Größe für Käse'],
    ['cp862', 'cp862', 'שלום לך'],
    ['DOS-862', 'cp862', 'שלום לך'],
    ['dos-866', 'cp866', 'Добрый день'],
    ['"ISO 8859-2"', 'iso-8859-2', 'Łódź żółć'],
    ['"windows 1251"', 'windows-1251', 'Добрый день'],
    ['x-mac-ce', 'maccenteuro', 'Łódź žluť'],
    ['iso-2022-jp', 'shift_jis', '会議の件です'],
    ['iso-2022-jp', 'euc-jp', '会議の件です。よろしくお願いします'],
    ['x-unknown', 'koi8-r', 'Добрый день, высылаю план'],
    ['x-unknown', 'windows-1251', 'Добрый день, высылаю план'],
    ['x-unknown', 'shift_jis', '会議の件です。よろしくお願いします'],
    ['x-unknown', 'big5', '會議通知書請確認'],
    ['x-unknown', 'windows-1252', 'Réunion générale à l’école'],
    ['x-unknown', 'windows-1252', 'HÄÄT'],
  ])('in %s is decoded', async (label, encoding, text) => {
    expect(await textIn(label, iconv.encode(text, encoding))).toBe(text);
  });

  it.each([
    ['iso-2022-kr', '\x1b$)C\x0e0h>`\x0f OK \x0eH.@N\x0f', '계약 OK 확인'],
    ['csISO2022KR', '\x1b$)C\x0e0h>`\x0f', '계약'],
    ['hz-gb-2312', 'a ~{6)5%~} b ~~ ~{H7HO~}', 'a 订单 b ~ 确认'],
    ['HZ', '~{6)5%~}', '订单'],
    ['utf-8', '\x1b$B2q5D$N7o\x1b(B', '会議の件'],
    ['iso-8859-1', '\x1b$B2q5D$N7o\x1b(B', '会議の件'],
    ['windows-1252', '\x1b$)C\x0e0h>`\x0f', '계약'],
  ])('in 7 bits in %s is decoded', async (label, bytes, text) => {
    expect(await textIn(label, Buffer.from(bytes, 'latin1'))).toBe(text);
  });

  it.each([
    'us-ascii',
    'ANSI_X3.4-1968',
    'x-unknown',
    'unknown-8bit',
    'default',
    'utf8mb4',
    '"utf-8,"',
    'UTF_8',
    'iso-8859-1',
    'windows-1252',
    'iso-2022-jp',
    'koi8-r',
    'windows-1251',
    'klingon',
    '""',
  ])('in UTF-8 is read as such under the label %s', async (label) => {
    expect(await textIn(label, Buffer.from('Grüße an Łukasz €, Добрый день'))).toBe(
      'Grüße an Łukasz €, Добрый день',
    );
  });

  it.each([
    ['gb2312', '联通'],
    ['shift_jis', 'ﾂｳ'],
  ])('in %s is not taken for UTF-8 where it looks like it', async (label, text) => {
    expect(await textIn(label, iconv.encode(text, label))).toBe(text);
  });

  it.each([
    ['utf-8', 'Größe \u{1f600}', '4772c3b6c39f6520eda0bdedb880'],
    ['', '\u{1f600}\u{1f601}', 'eda0bdedb880eda0bdedb881'],
    ['utf-32', 'Gö', 'fffe000047000000f6000000'],
  ])('under the label “%s” is “%s”', async (label, text, hex) => {
    expect(await textIn(label, Buffer.from(hex, 'hex'))).toContain(text);
  });

  it('in Chinese that declares nothing is recognized', async () => {
    const bytes = iconv.encode('请确认订单和价格', 'gbk');
    expect((await read([], latin1(bytes))).text?.trim()).toBe('请确认订单和价格');
  });

  it('in HTML is in the charset that the page declares, if nothing else is declared', async () => {
    const html =
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>Добрый день</p>';
    const bytes = latin1(iconv.encode(html, 'koi8-r'));
    expect((await read(['Content-Type: text/html'], bytes)).html).toContain('Добрый день');
  });
});

describe('a subject', () => {
  it.each([
    [
      'padded inside a character',
      `=?utf-8?B?${base64(Buffer.from('Behö').subarray(0, 4))}?= =?utf-8?B?${base64(Buffer.from('Behörden').subarray(4))}?=`,
      'Behörden',
    ],
    ['cut inside a group of base64', '=?utf-8?B?QmVow7Z?= =?utf-8?B?yZGVu?=', 'Behörden'],
    [
      'in base64, then in quoted-printable, inside a character',
      `=?utf-8?B?${base64(Buffer.from([0x47, 0x72, 0xc3]))}?= =?utf-8?Q?=B6=C3=9Fe?=`,
      'Größe',
    ],
    ['on two lines', '=?utf-8?Q?Gr=C3=B6?=\r\n =?utf-8?Q?=C3=9Fe?=', 'Größe'],
    ['cut in a wrong label', '=?us-ascii?Q?Gr=C3?= =?us-ascii?Q?=B6=C3=9Fe?=', 'Größe'],
    ['in cp850', `=?cp850?B?${base64(iconv.encode('Größe', 'cp850'))}?=`, 'Größe'],
    ['in two charsets', '=?iso-8859-1?Q?Gr=F6=DFe?= =?koi8-r?B?8MzBzg==?=', 'GrößeПлан'],
    ['in ISO-2022-KR', `=?iso-2022-kr?B?${base64('\x1b$)C\x0e0h>`\x0f')}?=`, '계약'],
    ['with a question mark', '=?utf-8?Q?Wann?_Morgen?=', 'Wann? Morgen'],
    ['with an empty word', '=?utf-8?B??= =?utf-8?B?UGxhbg==?=', 'Plan'],
    ['with a word that is not closed', '=?utf-8?Q?Plan', '=?utf-8?Q?Plan'],
    ['with a language', '=?utf-8*de?B?R3LDtsOfZQ==?=', 'Größe'],
  ])('that is encoded %s is read', async (_, subject, expected) => {
    expect(await subjectOf(subject)).toBe(expected);
  });

  it.each([
    ['utf-8', 'Größe'],
    ['windows-1252', 'Größe'],
    ['koi8-r', 'План встречи'],
    ['windows-1251', 'План встречи'],
    ['shift_jis', '会議の件'],
    ['euc-kr', '계약 확인'],
    ['big5', '會議通知'],
    ['iso-8859-2', 'Příliš žluť'],
  ])('in bytes of %s, which a part declares, is read', async (charset, subject) => {
    const bytes = latin1(iconv.encode(subject, charset));
    const body = ['--b', `Content-Type: text/plain; charset=${charset}`, '', bytes, '--b--'].join(
      '\r\n',
    );
    const mail = await read(
      [`Subject: ${bytes}`, 'Content-Type: multipart/mixed; boundary=b'],
      body,
    );
    expect(mail.subject).toBe(subject);
    expect(mail.text?.trim()).toBe(subject);
  });

  it('keeps its charset beside a name in another one', async () => {
    const mail = await read(
      [
        `Subject: ${utf8('Größe')}`,
        'To: J\u00f6rg <j@acme.com>',
        'Content-Type: text/plain; charset=iso-8859-1',
      ],
      'x',
    );
    expect(mail.subject).toBe('Größe');
    expect(mail.people.participants[1]?.name).toBe('Jörg');
  });

  it('is decoded in time that grows with its length', async () => {
    const cost = async (count: number) => {
      const time = startProcessorTime();
      await subjectOf('=?utf-8?Q?=C3?= '.repeat(count) + '=?x?Q?'.repeat(count));
      return time();
    };
    await cost(100);
    expect(await cost(40_000)).toBeLessThan(3_000);
  });
});
