import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/screens/screen-check.ts'

const events = (page: Page) => page.getByRole('list', { name: /^Events on/ }).getByRole('article')
/** The displayed day, in milliseconds. */
const dayShown = async (page: Page): Promise<number> =>
  Date.parse(`${await page.getByRole('heading', { level: 2, name: /, \d{4}$/ }).textContent()} UTC`)

test('three events on any day show their details to every role', async ({ signIn }) => {
  for (const role of ['owner', 'contributor', 'client', 'admin'] as const) {
    const page = await signIn(role)
    await page.goto('/schedules')
    await expect(events(page)).toHaveCount(3)
    await expect(events(page).getByText('confirmed', { exact: true })).toHaveCount(2)
    await expect(events(page).getByText('pending', { exact: true })).toHaveCount(1)
    const upcoming = page.getByRole('region', { name: 'Upcoming', exact: true })
    await expect(upcoming.getByRole('link', { name: 'Today 3' })).toBeVisible()
    await expect(upcoming.getByRole('link', { name: 'Tomorrow 3' })).toBeVisible()
    await expect(upcoming.getByRole('link', { name: 'Next 7 days 21' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Event' })).toBeVisible()
    if (role === 'owner') {
      const standUp = events(page).first()
      for (const fact of ['Project Stand-up', '09:00 – 09:30', '30 min', 'Meeting', 'Video call']) {
        await expect(standUp.getByText(fact, { exact: true })).toBeVisible()
      }
      await expect(standUp).toContainText('Emma Rivera')
      await expect(standUp).toContainText('Brightline Digital')
    }
  }
})

test('Prev, Next and Today change the day, also across months', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/schedules')
  const start = await dayShown(page)
  for (let step = 1; step <= 31; step++) {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect.poll(() => dayShown(page)).toBe(start + step * 86_400_000)
  }
  await expect(events(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect.poll(() => dayShown(page)).toBe(start)
  await page.getByRole('button', { name: 'Prev', exact: true }).click()
  await expect.poll(() => dayShown(page)).toBe(start - 86_400_000)
})

test('an event is created, found in week and month, answered, changed and deleted', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'Schedule Meeting' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Meeting' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog.getByText('Please enter an event title')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Roadmap')
  await dialog.getByLabel('Start').fill('09:15')
  await dialog.getByLabel(/^End(?! date)/).fill('10:00')
  await expect(dialog.getByText('Scheduling conflict')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Attendees' }).click()
  await page.getByRole('option', { name: 'Emma Rivera' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(events(page)).toHaveCount(4)
  await page.getByText('Week', { exact: true }).click()
  await expect(page.getByRole('button', { name: /Roadmap/ })).toBeVisible()
  await page.getByText('Month', { exact: true }).click()
  await expect(page.getByRole('button', { name: /Project Stand-up/ }).first()).toBeVisible()

  const contributor = await signIn('contributor')
  await contributor.goto('/schedules')
  await contributor.getByRole('button', { name: 'Roadmap' }).click()
  const invitation = contributor.getByRole('dialog', { name: 'Roadmap' })
  await invitation.getByText('Accept', { exact: true }).click()
  await expect(invitation.getByRole('region', { name: 'Attendees' })).toContainText('Accepted')
  await expect(invitation.getByRole('button', { name: 'Edit' })).toBeHidden()

  await page.goto('/schedules')
  await page.getByRole('button', { name: 'Roadmap' }).click()
  const drawer = page.getByRole('dialog', { name: 'Roadmap' })
  await expect(drawer.getByRole('region', { name: 'Attendees' })).toContainText('Accepted')
  await drawer.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Event' })
  await edit.getByRole('textbox', { name: 'Location' }).fill('Board room')
  await edit.getByRole('button', { name: 'Save event' }).click()
  await expect(edit).toBeHidden()
  await expect(events(page).filter({ hasText: 'Roadmap' })).toContainText('Board room')
  await page.getByRole('button', { name: 'Roadmap' }).click()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click()
  await expect(events(page)).toHaveCount(3)
})

test('one occurrence is changed alone; the calendar link works until it is revoked', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'Delivery Review' }).click()
  await page.getByRole('dialog', { name: 'Delivery Review' }).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Event' })
  await edit.getByRole('textbox', { name: 'Title' }).fill('Final review')
  await edit.getByRole('button', { name: 'Save event' }).click()
  await expect(edit).toBeHidden()
  await expect(events(page).filter({ hasText: 'Final review' })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(events(page).filter({ hasText: 'Delivery Review' })).toBeVisible()

  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await page.getByRole('textbox', { name: 'Private address' }).inputValue()
  const feed = await page.request.get(address)
  expect(await feed.text()).toContain('Final review')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('Calendar link revoked')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})

test('the schedule fits a phone and is accessible in every view', async ({ signIn }) => {
  const page = await signIn('contributor')
  for (const view of ['day', 'week', 'month']) {
    await page.goto(`/schedules?view=${view}`)
    await expect(page.getByRole('button', { name: /Project Stand-up/ }).first()).toBeVisible()
    await expectNoViolations(page)
  }
  const phone = await signIn('client', { width: 360, height: 740 })
  await phone.goto('/schedules')
  await expect(events(phone)).toHaveCount(3)
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('on a phone the week is a list of its days', async ({ signIn }) => {
  const phone = await signIn('client', { width: 390, height: 844 })
  await phone.goto('/schedules?view=week')
  const days = phone.getByRole('main').getByRole('region', { name: /^\w+day, / })
  await expect(days).toHaveCount(7)
  const today = days.filter({ hasText: 'Today' })
  await expect(today.getByRole('button', { name: 'Project Stand-up' })).toBeVisible()
  await expectNoViolations(phone)
  await expectNoSidewaysScroll(phone)
  await today.getByRole('heading').click()
  await expect(phone).toHaveURL(/schedules\?date=[\d-]{10}$/)
})

test('on a phone the month marks days with events and lists those of the selected day', async ({
  signIn,
}) => {
  const phone = await signIn('client', { width: 390, height: 844 })
  await phone.goto('/schedules?view=month&date=2027-02-10')
  const month = phone.getByRole('list', { name: 'February 2027' })
  await expect(month.getByRole('listitem')).toHaveCount(28)
  const day = month.getByRole('button', { name: /^Wednesday, February 10, 2027, 3 events/ })
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await month.getByRole('button', { name: /^Friday, February 12, 2027/ }).click()
  await expect(day).toHaveAttribute('aria-pressed', 'false')
  await expect(phone.getByRole('list', { name: 'Events on Friday, February 12, 2027' })).toContainText(
    'Delivery Review',
  )
  await expect(events(phone)).toHaveCount(3)
  await expectNoViolations(phone)
  await phone.setViewportSize({ width: 320, height: 740 })
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(phone.getByRole('list', { name: 'March 2027' }).getByRole('listitem')).toHaveCount(35)
})
