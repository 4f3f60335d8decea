/** Characters that XML does not allow. A name can contain them, and the file could not be opened. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The picture of a network as a file of its own: on white, with dark names, whatever the theme. */
export function networkFile(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const [, , width = '', height = ''] = (copy.getAttribute('viewBox') ?? '').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('style', 'color: #1a1c21');
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', width);
  background.setAttribute('height', height);
  background.setAttribute('fill', '#ffffff');
  copy.prepend(background);
  for (const link of copy.querySelectorAll('a')) {
    link.setAttribute('href', new URL(link.getAttribute('href') ?? '', document.baseURI).href);
  }
  return new XMLSerializer().serializeToString(copy).replaceAll(NOT_XML, '');
}
