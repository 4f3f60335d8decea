/**
 * The elements that mail programs put around the email that they quote; its attribution is inside
 * or before it.
 */
const QUOTATIONS = [
  '.gmail_quote_container',
  '.gmail_quote',
  '.yahoo_quoted',
  '.protonmail_quote',
  'blockquote[type="cite"]',
].join(', ');

/** Separates the new text above from Outlook's copy of the earlier email below. */
const OUTLOOK_BORDER = /border:\s*none;\s*border-top:\s*solid/i;
const FORWARDED = /^\s*(-{5,}|begin forwarded)/i;

/**
 * Folds the earlier email that a reply quotes at its end, without a script. A forwarded email is the message
 * itself and stays open, and so does a quotation with a reply below it.
 */
export function foldQuotation(body: HTMLElement): void {
  const quotation = body.querySelector<HTMLElement>(QUOTATIONS) ?? outlookBorder(body);
  if (quotation === null || FORWARDED.test(quotation.textContent ?? '')) return;
  const { ownerDocument } = body;
  const before = ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEndBefore(quotation);
  const after = ownerDocument.createRange();
  after.setStartAfter(quotation);
  after.setEnd(body, body.childNodes.length);
  const isOutlook = !quotation.matches(QUOTATIONS);
  if (before.toString().trim() === '' || (!isOutlook && after.toString().trim() !== '')) return;

  const details = ownerDocument.createElement('details');
  const summary = ownerDocument.createElement('summary');
  summary.textContent = 'Quoted text';
  details.append(summary);
  quotation.before(details);
  if (isOutlook) {
    while (details.nextSibling) details.append(details.nextSibling);
  } else {
    details.append(quotation);
  }
}

function outlookBorder(body: HTMLElement): HTMLElement | null {
  for (const element of body.querySelectorAll<HTMLElement>('div[style]')) {
    if (!OUTLOOK_BORDER.test(element.getAttribute('style') ?? '')) continue;
    const { parentElement } = element;
    // Outlook wraps the line with the sender in one more div.
    return parentElement?.childElementCount === 1 && parentElement !== body
      ? parentElement
      : element;
  }
  return null;
}
