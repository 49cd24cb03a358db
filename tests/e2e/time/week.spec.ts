import type { Page } from 'playwright/test'
import { formatDate } from '#shared/base/format.ts'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

/** A week without time entries in the demo. */
const WEEK = '/work-log?tab=week&week=2027-02-03'
const [MONDAY, TUESDAY, WEDNESDAY] = ['2027-02-01', '2027-02-02', '2027-02-03'] as const

async function addProject(page: Page): Promise<string> {
  await page.getByRole('combobox', { name: 'Add a project' }).click()
  const project = page.getByRole('option').first()
  const name = (await project.textContent()) ?? ''
  await project.click()
  return name
}

test('a week is entered by keyboard, corrected, emptied and restored', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto(WEEK)
  const project = await addProject(page)
  const day = (date: string) => page.getByRole('textbox', { name: `${project}, ${formatDate(date)}` })
  await day(MONDAY).click()
  await page.keyboard.type('1:30')
  await page.keyboard.press('ArrowRight')
  await expect(day(TUESDAY)).toBeFocused()
  await page.keyboard.type('2,5')
  await page.keyboard.press('Enter')
  await expect(day(TUESDAY)).toHaveValue('2.5h')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('4h')

  await day(WEDNESDAY).fill('soon')
  await day(WEDNESDAY).press('Tab')
  await expect(page.getByText(/^Please enter a duration/)).toBeVisible()
  await expect(day(WEDNESDAY)).toHaveValue('soon')
  await day(WEDNESDAY).press('Escape')
  await expect(day(WEDNESDAY)).toHaveValue('')
  await expectNoViolations(page)

  await day(MONDAY).fill('')
  await day(MONDAY).press('Enter')
  await expect(page.getByText('Entry deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('2.5h')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(day(MONDAY)).toHaveValue('1.5h')
  await page.reload()
  await expect(day(MONDAY)).toHaveValue('1.5h')
  await expect(day(TUESDAY)).toHaveValue('2.5h')
})

test('last week is copied to the next, also on a phone, and undone', async ({ signIn }) => {
  const page = await signIn('contributor', { width: 390, height: 844 })
  await page.goto(WEEK)
  const project = await addProject(page)
  const monday = page.getByRole('textbox', { name: `${project}, ${formatDate(MONDAY)}` })
  await monday.fill('3')
  await monday.press('Enter')
  await expect(monday).toHaveValue('3h')
  await page.getByRole('button', { name: 'Next week' }).click()
  const next = page.getByRole('textbox', { name: `${project}, ${formatDate('2027-02-08')}` })
  await expect(next).toHaveValue('')
  await page.getByRole('button', { name: 'Copy last week' }).click()
  await expect(next).toHaveValue('3h')
  await expectNoViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(next).toHaveValue('')
})

test.describe('when saving hours fails', () => {
  test.use({ expectedProblems: [/500/] })

  test("shows the server's message and preserves the input", async ({ signIn }) => {
    const page = await signIn('contributor')
    await page.goto(WEEK)
    const project = await addProject(page)
    await page.route('**/trpc/workLog.saveHours*', (route) => route.fulfill({ status: 500, body: 'down' }))
    const monday = page.getByRole('textbox', { name: `${project}, ${formatDate(MONDAY)}` })
    await monday.fill('2')
    await monday.press('Enter')
    await expect(page.getByText('Failed to save the hours')).toBeVisible()
    await expect(monday).toHaveValue('2')
    await page.unroute('**/trpc/workLog.saveHours*')
    await monday.press('Enter')
    await expect(monday).toHaveValue('2h')
  })
})
