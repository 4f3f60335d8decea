import DOMPurify, { type Config } from 'dompurify';
import { webLink } from '../web-link.ts';
import { CssCleaner } from './clean-css.ts';
import { foldQuotation } from './fold-quotation.ts';
import { withoutSelects } from './is-too-complex.ts';

export type SanitisedHtml = {
  /** The content of the body of a document. */
  body: string;
  /** Its own style sheets, joined. */
  css: string;
  /** The number of pictures, shown or not, without those too small to see. */
  pictures: number;
  /** Whether it sets its own colours and so needs the white background that it was made for. */
  isColoured: boolean;
};

const CONFIG = {
  USE_PROFILES: { html: true },
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // prettier-ignore
  FORBID_TAGS: [
    'area', 'audio', 'base', 'button', 'canvas', 'datalist', 'dialog', 'embed', 'fieldset', 'form',
    'frame', 'frameset', 'iframe', 'input', 'label', 'link', 'map', 'meta', 'meter', 'noscript',
    'object', 'optgroup', 'option', 'output', 'picture', 'progress', 'select', 'slot', 'source',
    'template', 'textarea', 'title', 'track', 'video',
  ],
  // prettier-ignore
  FORBID_ATTR: [
    'accesskey', 'autofocus', 'background', 'contenteditable', 'for', 'id', 'is', 'name', 'part',
    'ping', 'popover', 'popovertarget', 'poster', 'sizes', 'slot', 'srcset', 'tabindex', 'usemap',
  ],
} satisfies Config;

const LINKS = /^(https?|mailto|tel):/i;
/** A picture of this size only reports to its sender that the email was opened. */
const TRACKER_SIZE = 2;

/**
 * Removes scripts, forms, frames and anything that fetches from foreign HTML. Links may lead only to
 * pages, email addresses and telephone numbers, and open in a new tab. Pictures stay only with
 * `withPictures`. The result must still be shown in a frame: see `frameDocument`.
 */
export function sanitiseHtml(html: string, withPictures: boolean): SanitisedHtml {
  const cleaner = new CssCleaner();
  const root = DOMPurify.sanitize(withoutSelects(html), CONFIG) as HTMLElement;
  const css = [...root.querySelectorAll('style')].map((style) => {
    style.remove();
    return cleaner.styleSheet(style.textContent ?? '');
  });
  const body = root.querySelector('body') ?? root;
  let isColoured = css.some((sheet) => sheet.trim() !== '') || bringsColours(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    cleanStyle(element, cleaner);
    isColoured ||= bringsColours(element);
  }
  cleanStyle(body, cleaner);
  for (const link of body.querySelectorAll('a')) cleanLink(link);
  labelInlineImages(body);
  const pictures = [...body.querySelectorAll('img')].filter((picture) => {
    const canBeSeen = isVisible(picture);
    if (!canBeSeen || !withPictures) picture.remove();
    return canBeSeen;
  });
  foldQuotation(body);
  return {
    body: wrapped(body),
    css: css.join('\n'),
    pictures: pictures.length,
    isColoured,
  };
}

function cleanStyle(element: HTMLElement, cleaner: CssCleaner): void {
  const style = element.getAttribute('style');
  if (style !== null) element.setAttribute('style', cleaner.declarations(style));
}

function bringsColours(element: Element): boolean {
  const style = element.getAttribute('style') ?? '';
  return (
    element.hasAttribute('bgcolor') ||
    element.hasAttribute('color') ||
    /\bcolor\s*:|background/i.test(style)
  );
}

function cleanLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href')?.trim() ?? '';
  if (!LINKS.test(href) || (/^http/i.test(href) && webLink(href) === undefined)) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', href);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

/** Trackers are not for the reader. */
function isVisible(picture: HTMLImageElement): boolean {
  const size = (side: string) => Number.parseFloat(picture.getAttribute(side) ?? 'NaN');
  const isTracker = size('width') <= TRACKER_SIZE || size('height') <= TRACKER_SIZE;
  return !isTracker && /^(https?:|data:image\/)/i.test(picture.getAttribute('src')?.trim() ?? '');
}

/** The style attributes of the body are applied to its content. */
function wrapped(body: HTMLElement): string {
  const sheet = document.implementation.createHTMLDocument('').createElement('div');
  for (const name of ['style', 'dir', 'align', 'class']) {
    const value = body.getAttribute(name);
    if (value) sheet.setAttribute(name, value);
  }
  const paper = body.getAttribute('bgcolor');
  if (paper && /^#?[\w-]+$/.test(paper)) sheet.style.backgroundColor = paper;
  sheet.append(...body.childNodes);
  return sheet.outerHTML;
}

/** The largest sides in pixels of a spacer or a rule without content. */
const SPACER = 8;

/** Replaces pictures attached to an email with their names, since attachments are not stored. */
function labelInlineImages(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const [, id] = /^\s*cid:(.*)$/is.exec(picture.getAttribute('src') ?? '') ?? [];
    if (id === undefined) continue;
    if (isSpacer(picture)) {
      picture.remove();
      continue;
    }
    const name = nameOf(picture, id);
    const label = picture.ownerDocument.createElement('span');
    label.setAttribute('role', 'img');
    label.setAttribute('title', 'Inline images are not stored');
    label.setAttribute('aria-label', `Picture ${name}, not kept`);
    label.textContent = name;
    picture.replaceWith(label);
  }
}

function isSpacer(picture: HTMLImageElement): boolean {
  const size = (side: string) => Number.parseFloat(picture.getAttribute(side) ?? 'NaN');
  return size('width') <= SPACER || size('height') <= SPACER;
}

/** Its name, else the part before the '@' of its id: 'image001.png'. */
function nameOf(picture: HTMLImageElement, id: string): string {
  const ownName = picture.getAttribute('alt')?.trim() || picture.getAttribute('title')?.trim();
  return ownName || /^[^@]*\.\w{2,5}(?=@|$)/.exec(id)?.[0] || 'Picture';
}
