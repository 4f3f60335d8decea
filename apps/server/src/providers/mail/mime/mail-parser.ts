import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { type MailBudget, mailBudget, tooComplex } from './mail-budget.ts';
import { plainTextOf } from './other-texts.ts';
import { declaredCharset, isPlainMail } from './readable-head.ts';
import { makeReadable, type Part } from './readable-part.ts';
import { withUsedBoundary } from './used-boundary.ts';

/** Parts within parts; emails that programs write have less than ten. */
const MAX_NESTING_DEPTH = 32;
/** Emails within an email that are shown with it. The parser's own limit. */
const MAX_MESSAGE_DEPTH = 10;

type TextType = 'plain' | 'html';
type Text = { type: 'text'; value: string } | { type: 'subMessage'; value: Email };

/** Missing in the parser's declarations; its version is pinned for that reason. */
interface ParserInternals {
  currentNode: Part;
  rfc822NestingDepth: number;
  textContent: Record<string, string>;
  textMap: Map<Part, Partial<Record<TextType, Text[]>>>;
  textTypes: Set<TextType>;
  attachments: Email['attachments'];
  root: Part;
  parse(mail: Uint8Array | ArrayBuffer): Promise<Email>;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  addTextEntry(part: Part, type: TextType, text: Text): void;
  collectNode(part: Part, alternative: Part | false, related: boolean): Promise<void>;
  collectSubMessage(part: Part): Promise<void>;
  renderTextContent(): void;
}

/** Whether to repair what the parser would read wrongly, and whether a repair changed the email. */
export interface Repairs {
  isOn: boolean;
  wasNeeded: boolean;
}

const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => ParserInternals;

/**
 * Parses an email within limits for itself and the emails that it contains. The parser limits headers
 * and nesting alone: 5 MB of empty parts, or of empty lines, need all memory of a thread.
 *
 * @param repairs on when absent. Notes whether any was needed.
 * @throws Error with a sentence for users.
 */
export async function parseMail(
  mail: Buffer,
  repairs: Repairs = { isOn: true, wasNeeded: false },
): Promise<Email> {
  try {
    return await new MailParser(mailBudget(), mail, repairs).parse(mail);
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith('Maximum header size')) throw tooComplex('its headers are too long');
    if (message.startsWith('Maximum MIME nesting')) throw tooNested();
    throw error;
  }
}

const tooNested = (): Error => tooComplex(`it has more than ${MAX_NESTING_DEPTH} levels of parts`);

class MailParser extends Parser {
  readonly #budget: MailBudget;
  readonly #mail: Buffer;
  readonly #repairs: Repairs;
  #part: Part | undefined;
  #isBase64 = false;
  /** Whether its mail is a part that is divided by the boundary which it uses, and within how many. */
  #isDivided = false;
  #divisions = 0;
  #isPlain: boolean | undefined;
  #charset: { found: string | undefined } | undefined;

  /** @param mail the email being parsed, which is searched for the charset of raw headers. */
  constructor(budget: MailBudget, mail: Buffer, repairs: Repairs) {
    super({ maxNestingDepth: MAX_NESTING_DEPTH, maxRfc822NestingDepth: MAX_MESSAGE_DEPTH });
    this.#budget = budget;
    this.#mail = mail;
    this.#repairs = repairs;
  }

  override processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const part = this.currentNode;
    if (part !== this.#part) {
      this.#part = part;
      this.#isBase64 = false;
      // Otherwise one within it has ended.
      if (part.state === 'header') this.#beginPart(part);
    }
    this.#budget.takeLine(line.length);
    if (part.state === 'header') {
      this.#budget.takeHeader(line.length);
      // An empty line ends the headers, which say how the body is encoded.
      if (line.length === 0) {
        const processed = super.processLine(line, isFinal);
        this.#isBase64 = part.contentTransferEncoding.encoding.includes('base64');
        return processed;
      }
    } else if (this.#isBase64) this.#budget.takeBase64(line);
    return super.processLine(line, isFinal);
  }

  #beginPart(part: Part): void {
    this.#budget.takePart();
    if (!this.#repairs.isOn) return;
    makeReadable(part, {
      // Text that another parser found in it may have been encoded.
      isPlain: !this.#isDivided && (this.#isPlain ??= isPlainMail(this.#mail)),
      otherCharset: () => (this.#charset ??= { found: declaredCharset(this.#mail) }).found,
      addFile: (name) => this.attachments.push(fileNamed(name)),
      noteRepair: () => this.#noteRepair(),
    });
  }

  #noteRepair(): void {
    this.#repairs.wasNeeded = true;
  }

  /**
   * A part with a boundary that is absent or never occurs is parsed by the boundary that it uses, or as a
   * text.
   */
  override async collectNode(
    part: Part,
    alternative: Part | false,
    related: boolean,
  ): Promise<void> {
    const isUndivided = part.contentType.multipart && part.childNodes.length === 0;
    if (this.#repairs.isOn && isUndivided && part.content !== null) {
      this.#noteRepair();
      const content = Buffer.from(part.content);
      // The boundary that was found divides nothing either.
      const isDivided = part === this.root && this.#isDivided;
      const divided = isDivided
        ? undefined
        : withUsedBoundary(content, part.contentType.multipart || '');
      if (divided !== undefined) {
        const inner = new MailParser(this.#budget, this.#mail, this.#repairs);
        inner.rfc822NestingDepth = this.rfc822NestingDepth;
        inner.#isDivided = true;
        inner.#divisions = this.#divisions + 1;
        if (inner.#divisions > MAX_NESTING_DEPTH) throw tooNested();
        await inner.parse(divided);
        this.#takeOver(inner);
        return;
      }
      part.contentType.multipart = false;
      part.contentType.parsed.value = looksLikeHtml(content) ? 'text/html' : 'text/plain';
    }
    await super.collectNode(part, alternative, related);
    if (this.#repairs.isOn && part === this.root) this.#useOtherTexts(part);
  }

  /** Takes over what another parser found in a part. */
  #takeOver(inner: MailParser): void {
    for (const [innerPart, entry] of inner.textMap) this.textMap.set(innerPart, entry);
    for (const type of inner.textTypes) this.textTypes.add(type);
    for (const attachment of inner.attachments) this.attachments.push(attachment);
  }

  /** Where an email has no text, its parts of other text types are its content. */
  #useOtherTexts(part: Part): void {
    if (this.textMap.size > 0) return;
    for (const one of [part, ...descendants(part)]) {
      const { filename } = one.contentDisposition.parsed.params;
      if (one.contentType.multipart || filename !== undefined) continue;
      const text = plainTextOf(one.contentType.parsed.value, one.getTextContent());
      if (text === undefined) continue;
      this.#noteRepair();
      this.addTextEntry(one, 'plain', { type: 'text', value: text });
    }
  }

  override addTextEntry(part: Part, type: TextType, text: Text): void {
    super.addTextEntry(
      part,
      type,
      text.type === 'text' ? { ...text, value: this.#budget.takeText(text.value) } : text,
    );
  }

  /** As the parser does it, with the same budget. */
  override async collectSubMessage(part: Part): Promise<void> {
    const content = Buffer.from(part.content ?? new ArrayBuffer(0));
    const inner = new MailParser(this.#budget, content, this.#repairs);
    inner.rfc822NestingDepth = this.rfc822NestingDepth + 1;
    const value = await inner.parse(content);
    if (value.text || !value.html) this.addTextEntry(part, 'plain', { type: 'subMessage', value });
    if (value.html) this.addTextEntry(part, 'html', { type: 'subMessage', value });
    for (const [innerPart, entry] of inner.textMap) this.textMap.set(innerPart, entry);
    // Not `push(...)`: there may be more than a call takes arguments.
    for (const attachment of value.attachments) this.attachments.push(attachment);
  }

  /**
   * The texts of an email within another one are rendered with the outer email's. The inner email only has to
   * list its own; rendering it at each level would cost ten times as much.
   */
  override renderTextContent(): void {
    const entries = [...this.textMap.values()];
    if (this.rfc822NestingDepth > 0) {
      for (const type of this.textTypes) this.textContent[type] = hasText(entries, type) ? ' ' : '';
      return;
    }
    if (this.textTypes.size > 1) {
      for (const { plain, html } of entries) if (plain === undefined) html?.forEach(closeAnchor);
    }
    super.renderTextContent();
  }
}

/** Whether the texts are more than the other type's empty text, converted. */
function hasText(entries: Partial<Record<TextType, Text[]>>[], type: TextType): boolean {
  const other = type === 'html' ? 'plain' : 'html';
  const texts = entries.flatMap((entry) => entry[type] ?? entry[other] ?? []);
  // Several are joined with line breaks.
  return texts.length > 1 || texts.some((text) => text.type === 'subMessage' || text.value !== '');
}

/**
 * Closes a link that the HTML leaves open. Where nothing that could be its end follows, the
 * expression with which the parser converts links takes cubic time: a minute for 90 KB of `<a href=x`.
 */
function closeAnchor(text: Text): void {
  if (text.type !== 'text') return;
  const last = Math.max(text.value.lastIndexOf('<a'), text.value.lastIndexOf('<A'));
  if (last === -1) return;
  const end = text.value.indexOf('>', last);
  if (end === -1 || !text.value.includes('>', end + 1)) text.value += '</a>';
}

/** All parts within a part. Their levels are limited. */
function* descendants(part: Part): Generator<Part> {
  for (const child of part.childNodes) {
    yield child;
    yield* descendants(child);
  }
}

const looksLikeHtml = (content: Buffer): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<div|<p|<table)\b/i.test(
    content.toString('latin1', 0, 1_000),
  );

const fileNamed = (filename: string): Email['attachments'][number] => ({
  filename,
  mimeType: 'application/octet-stream',
  disposition: 'attachment',
  content: new ArrayBuffer(0),
});
