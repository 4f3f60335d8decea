const newline = 0x0a;
const carriageReturn = 0x0d;
const greaterThan = 0x3e;
const from = Buffer.from('From ');

/**
 * Cuts the bytes of an mbox file (mboxrd) into emails.
 *
 * A line `From …` at the start of the file or after an empty line begins an email. Of each line
 * `>From …`, `>>From …` one `>` is taken off; every other byte stays as it is, line ends included.
 * The empty line before a separator belongs to the separator.
 */
export class MboxSplitter {
  #rest: Buffer[] = [];
  /** The lines of the email being read; undefined before the first separator. */
  #lines: Buffer[] | undefined;
  #afterEmptyLine = true;

  /** The emails that are complete with `chunk`. */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const tail = chunk.subarray(start, end + 1);
      yield* this.#takeLine(this.#rest.length === 0 ? tail : Buffer.concat([...this.#rest, tail]));
      this.#rest = [];
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#rest.push(chunk.subarray(start));
    }
  }

  /** The last email. */
  *end(): Generator<Buffer> {
    if (this.#rest.length > 0) {
      yield* this.#takeLine(Buffer.concat(this.#rest));
      this.#rest = [];
    }
    if (this.#lines !== undefined) {
      yield joinMail(this.#lines);
      this.#lines = undefined;
    }
  }

  *#takeLine(line: Buffer): Generator<Buffer> {
    if (this.#afterEmptyLine && line.subarray(0, from.length).equals(from)) {
      if (this.#lines !== undefined) {
        yield joinMail(this.#lines);
      }
      this.#lines = [];
      this.#afterEmptyLine = false;
      return;
    }
    this.#afterEmptyLine = isEmpty(line);
    this.#lines?.push(isEscaped(line) ? line.subarray(1) : line);
  }
}

function joinMail(lines: readonly Buffer[]): Buffer {
  const last = lines.at(-1);
  return Buffer.concat(last !== undefined && isEmpty(last) ? lines.slice(0, -1) : lines);
}

function isEmpty(line: Buffer): boolean {
  return (
    line[0] === newline || (line.length === 2 && line[0] === carriageReturn && line[1] === newline)
  );
}

function isEscaped(line: Buffer): boolean {
  let marks = 0;
  while (line[marks] === greaterThan) {
    marks += 1;
  }
  return marks > 0 && line.subarray(marks, marks + from.length).equals(from);
}
