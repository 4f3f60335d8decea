/** A kind of file that is not read. */
export interface ForeignFile {
  /** After 'This is': 'a 7-Zip archive'. */
  what: string;
  /** How to get a file that can be read. */
  instead: string;
}

const unpack = 'Unpack it and upload what is in it, or pack it as zip or tgz.';
const fromOutlook =
  'In Outlook, connect the account and use its server instead, or open the file in Thunderbird and save its folders as mbox.';

/** By how they begin; latin1, words in lower case. */
const kinds: readonly [beginning: string, ...ForeignFile[]][] = [
  [
    '\u00d0\u00cf\u0011\u00e0',
    {
      what: 'an Outlook message (.msg) or a document of Microsoft Office',
      instead:
        'Save the email as .eml: open it in the new Outlook or Outlook on the web and choose Download.',
    },
  ],
  ['!BDN', { what: 'an Outlook data file (.pst or .ost)', instead: fromOutlook }],
  [
    '\u00cf\u00ad\u0012\u00fe',
    { what: 'a folder of Outlook Express (.dbx)', instead: fromOutlook },
  ],
  [
    '\u0078\u009f\u003e\u0022',
    { what: 'an attachment of Outlook (winmail.dat)', instead: 'Export the email itself.' },
  ],
  ['7z\u00bc\u00af\u0027\u001c', { what: 'a 7-Zip archive', instead: unpack }],
  ['Rar!\u001a\u0007', { what: 'a RAR archive', instead: unpack }],
  ['BZh', { what: 'a file that is compressed with bzip2', instead: unpack }],
  ['\u00fd7zXZ', { what: 'a file that is compressed with xz', instead: unpack }],
  [
    '\u0028\u00b5\u002f\u00fd',
    { what: 'a file that is compressed with Zstandard', instead: unpack },
  ],
  [
    'begin:vcard',
    {
      what: 'a file of contacts (.vcf)',
      instead: 'Export emails as mbox or .eml, and meetings as .ics.',
    },
  ],
  ['%PDF', { what: 'a PDF document', instead: 'Save the email as .eml instead of printing it.' }],
  [
    '<!doctype html',
    { what: 'a web page', instead: 'Save the email as .eml (“original” or “source”) instead.' },
  ],
  [
    '<html',
    { what: 'a web page', instead: 'Save the email as .eml (“original” or “source”) instead.' },
  ],
  ['PK\u0003\u0004', { what: 'an archive in an archive', instead: 'Upload it by itself.' }],
  ['\u001f\u008b', { what: 'a compressed file in an archive', instead: 'Upload it by itself.' }],
];

/** Names the format of an unsupported file by its first bytes; undefined for an unknown format. */
export function findForeign(start: Buffer): ForeignFile | undefined {
  const text = start.toString('latin1', 0, 32);
  const word = text.toLowerCase();
  return kinds.find(([beginning]) => text.startsWith(beginning) || word.startsWith(beginning))?.[1];
}

/** An export of Outlook for Mac is a zip archive with files of these names. */
export const isOfOlm = (path: string): boolean => /(?:^|\/)com\.microsoft\.__/.test(path);
export const olm: ForeignFile = {
  what: 'an archive of Outlook for Mac (.olm)',
  instead: 'Drag the folder from Outlook to the desktop, which makes an mbox file of it.',
};

/** Compression in zip archives by number (APPNOTE.TXT 4.4.5). */
const methods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES encryption',
};

export const compressedWith = (method: number): ForeignFile => ({
  what: `compressed with ${methods[method] ?? `method ${method}`}`,
  instead: 'Unpack the archive and pack its files again, less than 2 GB at once, or as tgz.',
});
