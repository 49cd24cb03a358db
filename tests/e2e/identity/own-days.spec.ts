import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

async function chooseZone(page: Page, search: string, option: string) {
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await zone.fill(search)
  await page.getByRole('option', { name: option }).click()
  await expect(zone).toHaveValue(option)
}

test("times, days and weeks follow the user's time zone and week start in every open tab", async ({
  signIn,
}) => {
  const page = await signIn('contributor')
  const tab = await page.context().newPage()
  await tab.goto('/schedules')
  const standUp = tab
    .getByRole('list', { name: /^Events on/ })
    .getByRole('article')
    .first()
  await expect(standUp).toContainText('09:00 – 09:30')

  await page.goto('/settings')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('Same as the agency (America/New York)')
  await chooseZone(page, 'los ang', 'America/Los Angeles')
  await expect(standUp).toContainText('06:00 – 06:30')
  await page.getByRole('radiogroup', { name: 'Week starts on' }).getByText('Sunday').click()
  await checkScreen(page)

  await tab.getByText('Week', { exact: true }).click()
  const columns = tab.getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s?\d{1,2}$/)
  await expect(columns.first()).toHaveText(/^Sun/)
  // The current-time line uses the user's time zone, not the browser's in New York.
  const now = { timeZone: 'America/Los_Angeles', hour: '2-digit', hourCycle: 'h23' } as const
  const hour = () => new Intl.DateTimeFormat('en-GB', now).format(new Date())
  const line = tab.locator('[class*="currentTimeIndicatorTimeBubble"]').first()
  await expect.poll(async () => (await line.textContent())?.startsWith(hour())).toBe(true)

  await page.goto('/work-log?tab=week')
  await expect(page.getByRole('columnheader').nth(1)).toHaveText(/^Sun/)
  const sheet = page.getByRole('region', { name: 'Timesheet' })
  await expect(sheet.getByText(/in the agency’s time \(America\/New_York\)/)).toBeVisible()
  await checkScreen(page)

  await page.goto('/settings')
  await page.reload()
  await expect(zone).toHaveValue('America/Los Angeles')
  await chooseZone(page, 'same', 'Same as the agency (America/New York)')
  await expect(
    page.getByRole('radiogroup', { name: 'Week starts on' }).getByRole('radio', { name: 'Sunday' }),
  ).toBeChecked()
})
