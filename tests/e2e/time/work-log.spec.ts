import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const tile = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** The hours shown in a tile, as a number. */
async function hoursOf(page: Page, label: string): Promise<number> {
  await expect(tile(page, label)).toContainText(/\d+(\.\d+)?h/)
  return Number(/(\d+(?:\.\d+)?)h/.exec((await tile(page, label).textContent()) ?? '')?.[1])
}

async function addEntry(page: Page, note: string, duration: string): Promise<void> {
  await page.getByRole('button', { name: 'New Entry' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Entry' })
  await dialog.getByRole('textbox', { name: 'Duration' }).fill(duration)
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(dialog).toBeHidden()
}

test('a new entry of 1.5 hours counts immediately and persists', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/work-log')
  await expect(heading(page, 'Work Log')).toBeVisible()
  await expect(page.getByText('Not Running')).toBeVisible()
  for (const label of ["Today's Hours", 'This Week', 'Billable Hours']) {
    expect(await hoursOf(page, label)).toBe(0)
  }
  await expect(heading(page, 'Recent Entries')).toBeVisible()
  await page.getByRole('button', { name: 'New Entry' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Entry' })
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('soon')
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(dialog.getByText(/^Please enter a duration/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('1.5')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Quarter planning')
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(dialog).toBeHidden()
  await expect(tile(page, "Today's Hours")).toContainText('1.5h')
  await page.reload()
  await expect(tile(page, "Today's Hours")).toContainText('1.5h')
  await expect(tile(page, 'Billable Hours')).toContainText('1.5h')
  const entries = page.getByRole('list', { name: 'Recent Entries' })
  await expect(entries.getByText('Quarter planning')).toBeVisible()

  await entries.getByRole('button', { name: /^Actions for Quarter planning/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Entry' })
  await edit.getByRole('textbox', { name: 'Duration' }).fill('90m')
  await edit.getByRole('checkbox', { name: 'Billable' }).uncheck()
  await edit.getByRole('button', { name: 'Save entry' }).click()
  await expect(tile(page, 'Billable Hours')).toContainText('0h')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^work-log-\d{4}-\d\d-\d\d\.csv$/)

  await entries.getByRole('button', { name: /^Actions for Quarter planning/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete entry' }).click()
  await expect(tile(page, "Today's Hours")).toContainText('0h')
})

test.describe('the timer', () => {
  // The restart aborts the requests of both browsers, which Chromium reports under different names.
  test.use({ expectedProblems: [/net::ERR_/] })
  test('shows in other browsers and survives a restart', async ({ signIn, portal }) => {
    const [here, there] = [await signIn('contributor'), await signIn('contributor')]
    await there.goto('/projects')
    await expect(heading(there, 'Projects')).toBeVisible()
    await here.goto('/work-log')
    await here.getByRole('button', { name: 'Start Timer', exact: true }).click()
    await expect(here.getByText('Not Running')).toBeHidden()
    await here.getByRole('textbox', { name: 'Note' }).fill('Pairing')
    await here.getByRole('textbox', { name: 'Note' }).blur()
    const widget = there.getByRole('region', { name: 'Timer', exact: true })
    await expect(widget).toContainText('Pairing')
    await expect(widget).toContainText(/0:00:0[1-9]|0:00:[1-5]\d/)

    await widget.getByRole('button', { name: 'Pause timer' }).click()
    await expect(here.getByRole('region', { name: 'Active Timer' })).toContainText('Paused')
    await here.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(widget.getByRole('button', { name: 'Pause timer' })).toBeVisible()

    await portal.restart()
    await here.reload()
    await expect(here.getByRole('textbox', { name: 'Note' })).toHaveValue('Pairing')
    await here.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(here.getByText('Not Running')).toBeVisible()
    await expect(widget).toBeHidden()
  })
})

test('a week is submitted, approved by the owner, and then locked', async ({ signIn }) => {
  const contributor = await signIn('contributor')
  await contributor.goto('/work-log')
  // Just after midnight on a Monday the demo has no time in the current week.
  await addEntry(contributor, 'Planning the week', '1h')
  await contributor.getByRole('tab', { name: 'Week' }).click()
  await contributor.getByRole('button', { name: 'Submit week' }).click()
  const dialog = contributor.getByRole('dialog', { name: 'Submit week' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('A full week')
  await dialog.getByRole('button', { name: 'Submit week' }).click()
  const sheet = contributor.getByRole('region', { name: 'Timesheet' })
  await expect(sheet).toContainText('Submitted')

  const owner = await signIn('owner')
  await owner.goto('/work-log?tab=timesheets&status=submitted')
  await owner
    .getByRole('list', { name: 'Timesheets' })
    .getByRole('button', { name: /Emma Rivera/ })
    .first()
    .click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer).toContainText('A full week')
  await drawer.getByRole('textbox', { name: 'Response' }).fill('Thank you')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await expect(owner.getByText('Week approved')).toBeVisible()

  await expect(sheet).toContainText('Approved by Alex Morgan')
  await expect(sheet).toContainText('Thank you')
  await expect(contributor.getByRole('button', { name: 'Submit week' })).toBeHidden()
  await contributor.getByRole('tab', { name: 'Entries' }).click()
  const locked = contributor.getByRole('list', { name: 'Recent Entries' })
  await locked
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(contributor.getByText('This week is approved.')).toBeVisible()
  await expect(contributor.getByRole('menuitem', { name: 'Edit' })).toBeHidden()
})

test('the work log supports N and R, fits a phone, and is accessible in both schemes', async ({ signIn }) => {
  const page = await signIn('contributor', { dark: true })
  await page.goto('/time-tracking')
  await expect(page.getByRole('list', { name: 'Recent Entries' })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'New Entry' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('r')
  await expect(page.getByText('Not Running')).toBeHidden()

  const phone = await signIn('contributor', { width: 360, height: 740 })
  for (const tab of ['entries', 'week', 'timesheets']) {
    await phone.goto(`/work-log?tab=${tab}`)
    await expect(phone.getByRole('region', { name: 'Active Timer' })).toBeVisible()
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
