import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

/** The browser of the journeys, for what is measured in it. */
export const openBrowser = async (): Promise<Browser> => chromium.launch(await findBrowser());

export type { Browser };
