import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const names = (page: Page, label: string) =>
  page.getByRole('table', { name: label }).locator('[data-open]').allTextContents()
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const show = async (page: Page, layout: string) => {
  await page.getByRole('radiogroup', { name: 'View' }).getByText(layout, { exact: true }).click()
}

test('the client table is sorted by its headers and remembered', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  await expect(page.getByRole('list', { name: 'Clients' })).toBeVisible()
  await show(page, 'List')
  const table = page.getByRole('table', { name: 'Clients' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectNoViolations(page)

  await head(page, 'Name').getByRole('button').click()
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  const upwards = (await names(page, 'Clients')).toSorted((one, other) => one.localeCompare(other))
  await expect.poll(() => names(page, 'Clients')).toEqual(upwards)
  await head(page, 'Outstanding').getByRole('button').click()
  await head(page, 'Outstanding').getByRole('button').click()
  await expect(page).toHaveURL(/sort=outstanding&desc=true|desc=true&sort=outstanding/)
  await expect(table.getByRole('row').nth(1)).toContainText('$')

  await table.locator('[data-open]').first().focus()
  await page.keyboard.press('ArrowDown')
  const [, second = ''] = await names(page, 'Clients')
  await expect(table.getByRole('button', { name: second, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: second })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: `Actions for ${second}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/clients')
  await expect(table).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Clients' })).toBeVisible()
})

test('projects are grouped, made denser and filtered; contributors show their week', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects?view=list&active=true')
  const table = page.getByRole('table', { name: 'Projects' })
  await expect(table.getByRole('row')).not.toHaveCount(0)
  const display = page.getByRole('button', { name: 'Display options' })
  await display.click()
  await page.getByRole('menuitemradio', { name: 'Client' }).click()
  await expect(page).toHaveURL(/sort=client/)
  // Projects in the previous order may still be visible, so compare header and row until both have changed.
  const row = table.getByRole('row').nth(2)
  const namesItsGroup = async () => {
    const client = await page.getByRole('rowheader').first().textContent()
    return (await row.textContent())?.includes(client ?? '-')
  }
  await expect.poll(namesItsGroup).toBe(true)
  const before = (await row.boundingBox())?.height ?? 0
  await display.click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect.poll(async () => (await row.boundingBox())?.height ?? 0).toBeLessThan(before)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Active, clear filter' }).click()
  await expect(page).not.toHaveURL(/active=true/)
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing of that name')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(table).toBeVisible()

  const title = table.locator('[data-open]').first()
  const name = (await title.textContent()) ?? ''
  await title.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(title).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name })).toBeVisible()

  await page.goto('/employees?view=list')
  const people = page.getByRole('table', { name: 'Employees' })
  await expect(people.getByRole('row').nth(1)).toBeVisible()
  for (const name of ['Role', 'Open tasks', 'Hours this week', 'Last active']) {
    await expect(head(page, name)).toBeVisible()
  }
  await head(page, 'Open tasks').getByRole('button').click()
  await expect(head(page, 'Open tasks')).toHaveAttribute('aria-sort', 'ascending')
  await expectNoViolations(page)
})

test('a view is saved under a name, changed, renamed and deleted', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=list')
  const views = page.getByRole('navigation', { name: 'Views' })
  await head(page, 'Due').getByRole('button').click()
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expectNoViolations(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By title')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const tab = views.getByRole('button', { name: 'By title', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'true')

  await head(page, 'Title').getByRole('button').click()
  await views.getByRole('button', { name: 'Save changes' }).click()
  await expect(views.getByRole('button', { name: 'Save changes' })).toBeHidden()
  await views.getByRole('button', { name: 'All tasks' }).click()
  await expect(page).not.toHaveURL(/sort=title/)
  await page.reload()
  await tab.click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(head(page, 'Title')).toHaveAttribute('aria-sort', 'ascending')

  await views.getByRole('button', { name: 'Actions for the view By title' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('Alphabet')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(views.getByRole('button', { name: 'Alphabet', exact: true })).toBeVisible()
  await views.getByRole('button', { name: 'Actions for the view Alphabet' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(views.getByRole('button', { name: 'Alphabet', exact: true })).toBeHidden()
})

test('on a phone, going back from a record returns to it in the list', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tasks?view=list')
  const rows = page.getByRole('table', { name: 'Tasks' }).locator('[data-open]')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await expect(rows.first()).toBeVisible()
  for (let top = 600; top <= 3600; top += 600) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await expect
      .poll(() => rows.evaluateAll((all) => all.at(-1)?.getBoundingClientRect().top))
      .toBeGreaterThan(600)
  }
  const inView = await rows.evaluateAll((all) =>
    all.findIndex((row) => row.getBoundingClientRect().top > window.innerHeight / 3),
  )
  const name = (await rows.nth(inView).textContent()) ?? ''
  const before = await height()
  await rows.nth(inView).click()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await page.goBack()
  await expect.poll(height).toBe(before)
  await expect(page.getByRole('button', { name, exact: true })).toBeInViewport()
})
