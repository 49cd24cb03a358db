import { expect, type Page } from 'playwright/test'

/** Goes to the end of Settings: what lies below its first look loads as it is seen. */
export async function goToEnd(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Agency settings' })).toBeVisible()
  await page.keyboard.press('End')
}
