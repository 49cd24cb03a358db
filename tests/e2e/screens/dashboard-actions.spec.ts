import type { Page } from 'playwright/test'
import { type DemoRole, expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const CHARTS: Record<Exclude<DemoRole, 'admin'>, [title: string, heads: string[]][]> = {
  owner: [
    ['Cash in and out', ['Month', 'In', 'Out', 'Left']],
    ['Project health', ['Project', 'Status', 'Start', 'Delivery', 'Progress', 'Health']],
    ['Hours this week', ['Person', 'Hours', 'Billable', 'Usual week']],
  ],
  contributor: [['My week', ['Day', 'Hours']]],
  client: [
    ['Paid', ['Month', 'Paid']],
    ['Shared hours', ['Month', 'Hours']],
  ],
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const [role, charts] of Object.entries(CHARTS) as [DemoRole, [string, string[]][]][]) {
  test(`each chart on the ${role}'s dashboard can be switched to a table`, async ({ signIn }) => {
    const page = await signIn(role)
    await page.goto('/dashboard')
    for (const [title, heads] of charts) {
      const chart = region(page, title)
      await expect(chart.getByRole('table')).toHaveCount(0)
      await chart.getByRole('button', { name: `Table of ${title}` }).click()
      await expect(chart.getByRole('columnheader')).toHaveText(heads)
      expect(await chart.getByRole('rowheader').count()).toBeGreaterThan(1)
    }
    await checkScreen(page)
    for (const [title] of charts) {
      await region(page, title)
        .getByRole('button', { name: `Chart of ${title}` })
        .click()
    }
    await checkScreen(page)
  })

  test(`the ${role}'s dashboard fits a phone in dark mode`, async ({ signIn }) => {
    const page = await signIn(role, { width: 390, height: 844, dark: true })
    await page.goto('/dashboard')
    for (const [title] of charts) await expect(region(page, title)).toBeVisible()
    await checkScreen(page)
  })
}

test('a contributor starts the timer on a task due soon', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto('/dashboard')
  const coming = page.getByRole('list', { name: 'Tasks due soon' })
  await coming
    .getByRole('button', { name: /^Start timer for/ })
    .first()
    .click()
  await expect(coming.getByRole('button', { name: /^Stop timer for/ })).toHaveCount(1)
})

test('a receipt opens as a document, which is the only part that is printed', async ({ signIn }) => {
  const page = await signIn('client')
  await page.goto('/payments?tab=history')
  const row = page.getByRole('row').filter({ hasText: '$4,800.00 USD' })
  await row.getByRole('link').first().click()
  const sheet = page.getByRole('article', { name: /^Receipt / })
  await expect(sheet).toContainText('$4,800.00 USD')
  await expect(sheet).toContainText('Paid to')
  await checkScreen(page)
  const pdf = page.getByRole('link', { name: 'Download PDF' })
  const answer = await page.request.get((await pdf.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(pdf).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'All payments' }).click()
  await expect(page).toHaveURL(/tab=history$/)
})

test('a client statement keeps dates on one line on a phone and has a PDF', async ({ signIn }) => {
  const page = await signIn('client', { width: 390, height: 844 })
  await page.goto('/payments?tab=invoices&statement=true')
  const statement = page.getByRole('dialog', { name: 'Statement' })
  const dates = statement.getByRole('cell').filter({ hasText: /^[A-Z][a-z]{2} \d\d, \d{4}$/ })
  await expect(dates.first()).toBeVisible()
  for (const date of await dates.all()) {
    const lines = await date.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
  }
  await checkScreen(page)
  const pdf = statement.getByRole('link', { name: 'Download PDF' })
  const answer = await page.request.get((await pdf.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
})

test("an owner shares a view as a tab for the team, who can't change it", async ({ signIn }) => {
  const owner = await signIn('owner')
  await owner.goto('/tasks?view=list&status=review')
  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' })
  await owner.getByRole('button', { name: 'Save view' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('In review')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await tabs(owner).getByRole('button', { name: 'Actions for the view In review' }).click()
  await owner.getByRole('menuitem', { name: 'Share with the team' }).click()
  await expect(tabs(owner).getByRole('button', { name: 'Shared with the team In review' })).toBeVisible()
  await checkScreen(owner)

  const worker = await signIn('contributor')
  await worker.goto('/tasks')
  await tabs(worker).getByRole('button', { name: 'Shared with the team In review' }).click()
  await expect(worker).toHaveURL(/status=review/)
  await expect(tabs(worker).getByRole('button', { name: /^Actions for the view/ })).toHaveCount(0)
  const client = await signIn('client')
  await client.goto('/tasks')
  await expect(client.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(client.getByText('In review', { exact: true })).toHaveCount(0)
})
