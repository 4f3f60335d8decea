import type { Page } from '@playwright/test';

/** The response of a server that refuses. */
export class ErrorResponse {
  readonly error: { status: number; message: string; code?: string };

  constructor(status: number, message: string, code?: string) {
    this.error = { status, message, ...(code !== undefined && { code }) };
  }
}

/** Responds to requests for a path in the server's place, until it is stubbed again. */
export async function stubResponse(page: Page, path: string, answer: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) =>
      answer instanceof ErrorResponse
        ? route.fulfill({ status: answer.error.status, json: { success: false, ...answer } })
        : route.fulfill({ json: { success: true, data: answer } }),
  );
}
