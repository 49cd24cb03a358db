import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

/** The lowest acceptable position of each list's first row on a phone of 844 px. */
const LISTS: [address: string, below: number][] = [
  ['/dashboard', 320],
  ['/projects', 200],
  ['/tasks', 340],
  ['/clients', 280],
  ['/employees', 280],
  ['/invoices', 400],
  ['/payments?tab=history', 330],
  ['/payments?tab=subscriptions', 450],
  ['/work-log?tab=team', 460],
  ['/quicks', 340],
]

const firstRow = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list')
    .getByRole('listitem')
    .or(page.getByRole('article'))
    .or(page.getByRole('table').locator('tbody tr'))
    .first()

test('on a phone the first row of every list is near the top', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844 })
  for (const [address, below] of LISTS) {
    await page.goto(address)
    const first = firstRow(page)
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y, address).toBeLessThan(below)
  }
})

test('on a phone the first agency is near the top', async ({ signIn }) => {
  const page = await signIn('admin', { width: 390, height: 844 })
  await page.goto('/agencies')
  const first = firstRow(page)
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThan(300)
})

test('on a phone no tile label or placeholder is truncated', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844 })
  for (const [address] of LISTS) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    // Measure again while the screen is still rendering.
    await expect.poll(() => page.evaluate(findCut), address).toEqual([])
  }
})

/** Labels and placeholders that are truncated. */
function findCut(): string[] {
  const labels = [...document.querySelectorAll<HTMLElement>('main [data-strip] > * > :first-child')]
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
  const pen = document.createElement('canvas').getContext('2d')
  const tooWide = (field: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    if (pen === null || field.value !== '') return false
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return pen.measureText(field.placeholder).width > room
  }
  return [
    ...labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.innerText),
    ...fields.filter(tooWide).map((field) => field.placeholder),
  ]
}

test('on a phone filters are behind one button with a count of active ones', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844 })
  await page.goto('/invoices')
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(status).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await status.click()
  await page.getByRole('option', { name: 'Overdue' }).click()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page).toHaveURL(/status=overdue/)
})
