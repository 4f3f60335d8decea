/** A line as RFC 3676 divides it: the marks of a quotation, and the rest without the blank that may precede it. */
const parts = /^(>*)( ?)([^]*)$/;
const SIGNATURE = '-- ';

/**
 * Joins the lines that a program divided (`format=flowed`, RFC 3676): one that ends with a blank goes on in the
 * next, if both are quoted equally often. The line before a signature stays by itself.
 *
 * @param deletesSpaces whether the blank at the end was added for the division (`delsp`).
 */
export function joinFlowed(text: string, deletesSpaces: boolean): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let open: string | undefined;
  const endParagraph = () => {
    if (paragraph.length > 0) lines.push(paragraph.join(''));
    paragraph = [];
    open = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const [, marks = '', blank = '', rest = ''] = parts.exec(line) ?? [];
    const isSignature = rest === SIGNATURE;
    const isFlowed = rest.endsWith(' ') && !isSignature;
    if (open !== marks || isSignature) {
      endParagraph();
      paragraph.push(marks === '' ? '' : marks + blank);
    }
    paragraph.push(isFlowed && deletesSpaces ? rest.slice(0, -1) : rest);
    if (isFlowed) open = marks;
    else endParagraph();
  }
  endParagraph();
  return lines.join('\n');
}
