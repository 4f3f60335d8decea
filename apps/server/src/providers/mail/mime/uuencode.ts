const beginning = /^begin(?:-base64)? [0-7]{3,4} (.+)$/;
const anyBeginning = /^begin(?:-base64)? [0-7]{3,4} /m;

export interface Uuencoded {
  /** The text around the files. */
  text: string;
  files: { name: string; content: Buffer }[];
}

/** Takes the uuencoded files out of a text, as programs wrote them before MIME. One pass over the lines. */
export function takeUuencoded(text: string): Uuencoded {
  // Nearly all texts are without the word, which is found faster than the line.
  if (!text.includes('begin') || !anyBeginning.test(text)) return { text, files: [] };
  const files: Uuencoded['files'] = [];
  const kept: string[] = [];
  /** The lines of a file that has not ended yet. */
  let open: string[] = [];
  for (const line of text.split('\n')) {
    const bare = line.replace(/\r$/, '');
    if (beginning.test(bare)) {
      kept.push(...splice(open));
      open = [line];
    } else if (open.length === 0) kept.push(line);
    else if (/^(?:end|====)\s*$/.test(bare)) files.push(fileOf(splice(open)));
    else if (isEncoded(bare, open)) open.push(line);
    else kept.push(...splice(open), line);
  }
  return { text: [...kept, ...open].join('\n'), files };
}

const splice = (lines: string[]): string[] => lines.splice(0, lines.length);

function isEncoded(line: string, [begin = '']: readonly string[]): boolean {
  if (begin.startsWith('begin-base64')) return /^[A-Za-z0-9+/=]*$/.test(line);
  // Blanks at the end may be missing.
  return /^[ -`]*$/.test(line) && line.length - 1 <= Math.ceil(lengthOf(line) / 3) * 4 + 1;
}

/** The number of bytes in a line. */
const lengthOf = (line: string): number => (line.charCodeAt(0) - 0x20) & 0x3f;

function fileOf([begin = '', ...lines]: string[]): Uuencoded['files'][number] {
  const name = beginning.exec(begin.trimEnd())?.[1]?.trim() ?? '';
  if (begin.startsWith('begin-base64'))
    return { name, content: Buffer.from(lines.join(''), 'base64') };
  return { name, content: Buffer.concat(lines.map(decodeLine)) };
}

function decodeLine(line: string): Buffer {
  const length = lengthOf(line);
  if (Number.isNaN(length)) return Buffer.alloc(0);
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  const value = (at: number) => ((line.charCodeAt(at) || 0x20) - 0x20) & 0x3f;
  for (let group = 0; group * 3 < length; group += 1) {
    const at = 1 + group * 4;
    const bits = (value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3);
    bytes.writeUIntBE(bits, group * 3, 3);
  }
  return bytes.subarray(0, length);
}
