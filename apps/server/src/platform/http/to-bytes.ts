import { startTurns } from '../turns.ts';
import { type JsonText, PiecedText } from './pieced-text.ts';

/** Characters that are encoded at once: a millisecond of work. */
export const SLICE = 256 * 1024;

/** The bytes of a long text in UTF-8. Gives way to other requests in between: 30 MB take a tenth of a second. */
export async function toBytes(text: JsonText): Promise<Buffer> {
  const endTurn = startTurns();
  const slices: Buffer[] = [];
  for (const piece of text instanceof PiecedText ? text.pieces : [text]) {
    for (let at = 0; at < piece.length;) {
      const end = at + SLICE;
      // Both halves of a character stay together.
      const isSplit = (piece.codePointAt(end - 1) ?? 0) > 0xff_ff;
      slices.push(Buffer.from(piece.slice(at, isSplit ? end + 1 : end)));
      at = isSplit ? end + 1 : end;
      await endTurn();
    }
  }
  // Not at once, as `Buffer.concat` does.
  const bytes = Buffer.allocUnsafeSlow(slices.reduce((sum, { length }) => sum + length, 0));
  let written = 0;
  for (const slice of slices) {
    written += slice.copy(bytes, written);
    await endTurn();
  }
  return bytes;
}
