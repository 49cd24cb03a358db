import type { Locator, Page } from 'playwright/test'
import { expect } from '../portal/portal.ts'

/** Checks that the page's user gets a PDF at the link. */
export async function expectPdf(page: Page, link: Locator): Promise<void> {
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
}
