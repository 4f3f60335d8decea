/**
 * The characters that change the direction of the text around them: marks, embeddings, overrides
 * and isolates (Unicode Standard Annex #9, section 2).
 */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A line of text without the characters that change its direction. With them a name reorders the text beside
 * it, and `\u202Egnp.exe` reads as `exe.png`. Text in right-to-left scripts does not need them: its direction
 * follows from its letters.
 */
export function withoutDirectionControls(text: string): string {
  return text.replaceAll(directionControls, '');
}
