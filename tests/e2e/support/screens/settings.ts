import { expect, type Page } from 'playwright/test'

/** Scrolls to the end of Settings, so that content below the fold loads. */
export async function goToEnd(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Agency settings' })).toBeVisible()
  await page.keyboard.press('End')
}
