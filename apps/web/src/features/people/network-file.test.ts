import { expect, test } from 'vitest';
import { networkFile } from './network-file.ts';

function makePicture(name: string): SVGSVGElement {
  const host = document.createElement('div');
  host.innerHTML =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80" class="w-full"><a href="/northwind/sales/people/1"><path d="M0,0"/></a><text fill="currentColor"></text></svg>';
  const [text] = host.getElementsByTagName('text');
  if (text !== undefined) text.textContent = name;
  return host.querySelector('svg') as SVGSVGElement;
}
const read = (file: string) => new DOMParser().parseFromString(file, 'image/svg+xml');

test('a name with markup and characters that XML does not allow leaves the file readable', () => {
  const name =
    'Lee\u0000\x01\u0008\u001b\ufffe \u202e<script>alert(1)</script> & "Söhne" 😀 \ud800';
  const file = read(networkFile(makePicture(name)));
  expect(file.querySelector('parsererror')).toBeNull();
  expect(file.querySelector('script')).toBeNull();
  expect(file.querySelector('text')?.textContent).toBe(
    'Lee \u202e<script>alert(1)</script> & "Söhne" 😀 ',
  );
});

test('the file has a size and a background, and its links lead to the server', () => {
  const file = read(networkFile(makePicture('Lee')));
  const picture = file.documentElement;
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['300', '80']);
  expect(picture.firstElementChild?.getAttribute('fill')).toBe('#ffffff');
  expect(file.querySelector('a')?.getAttribute('href')).toBe(
    `${window.location.origin}/northwind/sales/people/1`,
  );
});
