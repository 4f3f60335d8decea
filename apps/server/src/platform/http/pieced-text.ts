/**
 * A long text in pieces, such as the JSON of a whole list. V8 copies a text that was put together once it is first
 * read, all of it at once: 60 MB hold the event loop for a quarter of a second on some virtual machines.
 */
export class PiecedText {
  readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  /** Characters. */
  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** The same text with others around it. */
  between(before: string, after: string): PiecedText {
    return new PiecedText([before, ...this.pieces, after]);
  }

  /** The whole text at once. */
  toString(): string {
    return this.pieces.join('');
  }
}

/** JSON that a handler has written. */
export type JsonText = string | PiecedText;
