import type { SanitisedHtml } from './sanitise-html.ts';

/** The colours and type of the page around a frame, as CSS values. */
export type FrameLook = {
  scheme: 'light' | 'dark';
  ink: string;
  muted: string;
  canvas: string;
  line: string;
  link: string;
};

/**
 * The whole document of the frame that shows foreign HTML. Its content policy allows only its
 * styles and, if the reader allows them, pictures; the frame's sandbox forbids the rest. HTML that
 * sets its own colours is shown on the white background that it was designed for.
 */
export function frameDocument(
  { body, css, isColoured }: SanitisedHtml,
  look: FrameLook,
  withPictures: boolean,
): string {
  const pictures = withPictures
    ? 'img-src https: data:; upgrade-insecure-requests'
    : "img-src 'none'";
  const policy = `default-src 'none'; style-src 'unsafe-inline'; ${pictures}`;
  const scheme = isColoured ? 'light' : look.scheme;
  const [ink, canvas] = isColoured ? ['#1a1c21', '#ffffff'] : [look.ink, look.canvas];
  const [muted, link] = isColoured ? ['#575c67', '#3550c9'] : [look.muted, look.link];
  const line = isColoured ? '#c9ccd3' : look.line;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="color-scheme" content="${scheme}">
<style>
:root { color-scheme: ${scheme}; scrollbar-width: thin; }
body { margin: 0; padding: 16px; background: ${canvas}; color: ${ink}; font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word; }
a { color: ${link}; }
body > div > :first-child { margin-top: 0; }
img { max-width: 100%; height: auto; }
table { max-width: 100%; }
pre { white-space: pre-wrap; }
[role=img] { display: inline-block; max-width: 100%; padding: 1px 8px; border: 1px dashed ${line}; border-radius: 4px; color: ${muted}; font-size: 13px; font-style: normal; font-weight: 400; }
blockquote { margin: 0 0 0 2px; padding-left: 12px; border-left: 2px solid ${line}; color: ${muted}; }
details > summary { display: inline-block; margin: 8px 0; padding: 1px 8px; border-radius: 4px; background: color-mix(in srgb, ${ink} 8%, transparent); color: ${muted}; font-size: 13px; cursor: pointer; list-style: none; }
details > summary::-webkit-details-marker { display: none; }
</style>
<style>${css}</style>
</head>
<body>${body}</body>
</html>`;
}
