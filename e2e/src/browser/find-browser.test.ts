import { type Page, chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';

const bringsBrowser = process.platform === 'linux' && process.arch === 'x64';

/** The font that draws an element, as the browser's own tools see it. */
async function fontOf(page: Page, selector: string): Promise<string | undefined> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts[0]?.familyName;
}

test.runIf(bringsBrowser)(
  'the browser from npm renders text of every kind without fonts of the system',
  async () => {
    const browser = await chromium.launch(await findBrowser({ HOME: '/nowhere' }));
    try {
      const page = await browser.newPage();
      const families = ['system-ui', 'sans-serif', 'serif', 'monospace', 'Arial', 'Not Installed'];
      const texts = ['word', 'שלום', 'مرحبا', '日本', '😀', '👩‍👩‍👧', '🇩🇪'];
      await page.setContent(
        families
          .flatMap((family) =>
            texts.map((text) => `<span style="font-family:${family}">${text}</span>`),
          )
          .join('<br>'),
      );
      const widths = await page.locator('span').evaluateAll((spans) =>
        spans.map((span) => ({
          text: `${span.textContent} in ${(span as HTMLElement).style.fontFamily}`,
          width: span.getBoundingClientRect().width,
        })),
      );
      expect(widths).toHaveLength(families.length * texts.length);
      expect(widths.filter(({ width }) => width === 0)).toEqual([]);
      expect(await fontOf(page, 'span:nth-of-type(6)')).toBe('Noto Emoji');
      expect(await fontOf(page, 'span:nth-of-type(15)')).toBe('DejaVu Serif');
    } finally {
      await browser.close();
    }
  },
);

test('another browser is only taken where the setting names it', async () => {
  const program = process.execPath;
  expect(await findBrowser({ JOURNEYS_BROWSER: program })).toMatchObject({
    executablePath: program,
  });
  await expect(findBrowser({ JOURNEYS_BROWSER: '/nowhere/chromium' })).rejects.toThrow(
    'JOURNEYS_BROWSER is "/nowhere/chromium", and there is no such file.',
  );
  if (!bringsBrowser) {
    await expect(findBrowser({})).rejects.toThrow('set JOURNEYS_BROWSER to its path');
    return;
  }
  const { executablePath, env } = await findBrowser({});
  expect(executablePath).toMatch(/journeys-browser-\d+\/[\d.]+\/chromium$/);
  expect(env['FONTCONFIG_FILE']).toMatch(/e2e\/src\/browser\/fonts\.conf$/);
});
