import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const tile = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(label, { exact: true }) })
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
const line = (page: Page) => page.getByPlaceholder('What needs to be done?')

async function add(page: Page, text: string) {
  await line(page).fill(text)
  await line(page).press('Enter')
  await expect(line(page)).toHaveValue('')
}

async function act(page: Page, task: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${task}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('the client adds, completes, snoozes, edits and deletes quick tasks', async ({ signIn }) => {
  const page = await signIn('client')
  await page.goto('/quicks')
  await expect(page.getByRole('heading', { name: 'Quick Tasks', exact: true })).toBeVisible()
  for (const label of ['Pending', 'Completed', 'Overdue', 'Today']) {
    await expect(tile(page, label)).toContainText('0')
  }
  await expect(page.getByText('Nothing due today')).toBeVisible()
  await expect(page.getByText('Nothing upcoming')).toBeVisible()
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Add Task', exact: true }).click()
  await expect(page.getByText('Please enter a task title.').first()).toBeVisible()

  await line(page).fill('Call Priya in 2 days')
  await expect(page.getByText(/^"Call Priya" is due /)).toBeVisible()
  await line(page).press('Enter')
  await expect(rows(page, 'Upcoming Tasks')).toHaveCount(1)
  await expect(rows(page, 'Upcoming Tasks').first()).toContainText('Call Priya')
  await expect(tile(page, 'Pending')).toContainText('1')
  await expect(rows(page, 'Recent activity').first()).toContainText('Added')

  await page.getByRole('checkbox', { name: 'Complete Call Priya' }).click()
  await expect(rows(page, 'Upcoming Tasks')).toHaveCount(0)
  await expect(tile(page, 'Completed')).toContainText('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page, 'Upcoming Tasks')).toHaveCount(1)
  await expect(tile(page, 'Completed')).toContainText('0')

  await page.getByRole('button', { name: 'Call Priya', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quick Task' })
  await dialog.getByLabel('Title').fill('Call Priya again')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page, 'Upcoming Tasks').first()).toContainText('Urgent')

  await act(page, 'Call Priya again', 'Snooze until tomorrow')
  await expect(page.getByText(/^Snoozed until /)).toBeVisible()
  await act(page, 'Call Priya again', 'Delete')
  await expect(page.getByText('Nothing upcoming')).toBeVisible()
  const deleted = page.getByRole('status').filter({ hasText: 'Task deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page, 'Upcoming Tasks')).toHaveCount(1)
})

test('the owner converts a quick task, and the assignee sees only that one', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/quicks')
  await expect(tile(page, 'Pending')).toContainText('3')
  await expect(tile(page, 'Completed')).toContainText('1')
  await tile(page, 'Completed').click()
  await expect(page).toHaveURL(/view=completed/)
  await expect(rows(page, 'Completed Tasks')).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all open tasks' }).click()

  await add(page, 'Rename the logo files')
  await act(page, 'Rename the logo files', 'Move to project')
  const convert = page.getByRole('dialog', { name: 'Move to project' })
  await convert.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Harbor Spring Campaign' }).click()
  await convert.getByRole('button', { name: 'Create Task' }).click()
  await expect(convert).toHaveCount(0)
  await expect(page.getByText('Rename the logo files').first()).toBeVisible()
  await expect(rows(page, 'Upcoming Tasks').filter({ hasText: 'Rename the logo files' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Add with details' }).click()
  const form = page.getByRole('dialog', { name: 'Quick Task' })
  await form.getByLabel('Title').fill('Check the staging server')
  await form.getByRole('combobox', { name: 'Assigned To' }).click()
  await page.getByRole('option', { name: 'Emma Rivera' }).click()
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(rows(page, 'Upcoming Tasks').filter({ hasText: 'for Emma Rivera' })).toHaveCount(1)

  const emma = await signIn('contributor')
  await emma.goto('/quicks')
  await expect(rows(emma, 'Upcoming Tasks').filter({ hasText: 'from Alex Morgan' })).toHaveCount(1)
  await expect(emma.getByText('Renew the stock photo license')).toHaveCount(0)
})

for (const role of ['admin', 'client'] as const) {
  test(`the quick-task form on the ${role}'s dashboard saves for one of four people`, async ({ signIn }) => {
    const page = await signIn(role)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Quick Task', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Quick Task' })
    await expect(form.getByLabel('Title')).toBeVisible()
    await expect(form.getByLabel('Description')).toBeVisible()
    await expect(form.getByLabel('Due Date')).toBeVisible()
    await form.getByRole('button', { name: 'Add Task' }).click()
    await expect(page.getByText('Please enter a task title.').first()).toBeVisible()
    await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('Medium')
    await form.getByRole('combobox', { name: 'Priority' }).click()
    await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent'])
    await page.getByRole('option', { name: 'High' }).click()
    await form.getByRole('combobox', { name: 'Assigned To' }).click()
    await expect(page.getByRole('option')).toHaveCount(4)
    await page.getByRole('option').first().click()
    await form.getByLabel('Title').fill('Look at the figures')
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Add Task' }).click()
    await expect(form).toHaveCount(0)
    await page.goto('/quicks')
    await expect(tile(page, 'Pending')).toContainText('1')
    await expect(rows(page, 'Upcoming Tasks').first()).toContainText('Look at the figures')
    await expect(rows(page, 'Upcoming Tasks').first()).toContainText('High')
  })
}
