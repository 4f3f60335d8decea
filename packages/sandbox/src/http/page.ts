import { escapeHtml } from '../escape-html.ts';

export interface Page {
  heading: string;
  /** The note at the top of the page; plain text. */
  note: string;
  /** HTML; what is put into it must have gone through `escapeHtml`. */
  body: string;
  /** Wide enough for a table. Default: as wide as a dialog. */
  wide?: boolean;
}

/** A page of the sandbox's own: plain HTML without scripts. */
export function page({ heading, note, body, wide = false }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)} – sandbox</title>
<style>${style}</style>
</head>
<body>
<main${wide ? ' class="wide"' : ''}>
<p class="note"><strong>This is a stand-in.</strong> ${escapeHtml(note)}</p>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #1c2024; --soft: #5b6470; --line: #dcdfe4;
  --hover: #f0f4ff; --accent: #2f5bd7; --note: #fff6df; --note-line: #ecd494; --good: #1a7f4b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --back: #101215; --card: #191c20; --text: #eceef1; --soft: #9aa3af;
  --line: #2d3239; --hover: #202739; --accent: #8fadff; --note: #2c2613; --note-line: #57491f; --good: #6fd39c;
  --bad: #ff9b93; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 24px; overflow-wrap: anywhere; }
main.wide { max-width: 760px; }
h1 { font-size: 20px; line-height: 1.3; margin: 20px 0 8px; }
h2 { font-size: 16px; line-height: 1.3; margin: 24px 0 8px; }
p { margin: 0 0 8px; }
ul { margin: 0 0 16px; }
a { color: var(--accent); }
code { font: 13px/1.5 ui-monospace, monospace; }
.note { background: var(--note); border: 1px solid var(--note-line); border-radius: 8px; padding: 8px 12px; margin: 0;
  font-size: 13px; }
.soft, .scopes { color: var(--soft); }
.scopes { padding-left: 20px; }
.people { list-style: none; padding: 0; display: grid; gap: 8px; }
button { font: inherit; color: inherit; cursor: pointer; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; padding: 8px 16px; }
button:hover { background: var(--hover); border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.people button { width: 100%; display: flex; gap: 12px; align-items: center; text-align: left; padding: 10px 12px; }
.initial { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center;
  background: var(--accent); color: var(--card); font-weight: 600; }
.address { display: block; color: var(--soft); font-size: 13px; }
em { font-size: 12px; font-style: normal; color: var(--accent); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-top: 1px solid var(--line); }
th { font-size: 13px; color: var(--soft); font-weight: 500; border-top: 0; }
label { display: block; margin: 12px 0 4px; }
label, legend { font-weight: 500; padding: 0; }
fieldset { border: 0; margin: 12px 0 16px; padding: 0; }
fieldset label { display: flex; gap: 8px; align-items: center; font-weight: 400; margin: 4px 0; }
input[type=radio] { margin: 0; }
input[type=text], input[type=url] { font: inherit; color: inherit; width: 100%; padding: 8px 12px;
  border: 1px solid var(--line); border-radius: 8px; background: transparent; }
.result { border-left: 3px solid; padding: 4px 12px; margin: 12px 0; }
.good { border-color: var(--good); }
.bad { border-color: var(--bad); }
`;
