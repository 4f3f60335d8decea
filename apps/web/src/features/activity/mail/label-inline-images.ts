/** Both sides at most so many pixels: a spacer or a rule, which nobody misses. */
const SPACER = 8;

/** Names the pictures that came with a mail in their places: attachments are named, not kept. */
export function labelInlineImages(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const [, id] = /^\s*cid:(.*)$/is.exec(picture.getAttribute('src') ?? '') ?? [];
    if (id === undefined) continue;
    if (isSpacer(picture)) {
      picture.remove();
      continue;
    }
    const name = nameOf(picture, id);
    const place = picture.ownerDocument.createElement('span');
    place.setAttribute('role', 'img');
    place.setAttribute('title', 'Inline images are not stored');
    place.setAttribute('aria-label', `Picture ${name}, not kept`);
    place.textContent = name;
    picture.replaceWith(place);
  }
}

function isSpacer(picture: HTMLImageElement): boolean {
  const size = (side: string) => Number.parseFloat(picture.getAttribute(side) ?? 'NaN');
  return size('width') <= SPACER || size('height') <= SPACER;
}

/** What its writer called it, else what stands before the '@' of its id: 'image001.png'. */
function nameOf(picture: HTMLImageElement, id: string): string {
  const ownName = picture.getAttribute('alt')?.trim() || picture.getAttribute('title')?.trim();
  return ownName || /^[^@]*\.\w{2,5}(?=@|$)/.exec(id)?.[0] || 'Picture';
}
