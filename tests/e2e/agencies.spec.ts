import type { Page } from 'playwright/test'
import { expect, test } from './support/portal.ts'

const tile = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label })

test('the platform’s figures and pages are computed from its agencies', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/agencies')
  for (const [label, figure] of [
    ['Total Agencies', '24'],
    ['Active', '20'],
    ['Trial', '4'],
    ['Total Revenue', '$124,200'],
  ] as const) {
    await expect(tile(page, label)).toContainText(figure)
  }
  const rows = page.getByRole('table', { name: 'Agencies' }).locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(rows.nth(0)).toContainText('Summit Creative Group')
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    'Brightline Digital',
    'Alex Morgan',
    'Basic',
    'Active',
    '3',
    '4',
    '$12,300',
    /\d{4}$/,
  ])
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(rows).toHaveCount(4)
  await expect(page).toHaveURL(/page=3/)
  await page.getByRole('searchbox', { name: 'Search by agency or owner' }).fill('velvet')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Trial')
})

test('an added agency is in trial and its owner invited', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/agencies')
  await page.getByRole('button', { name: 'Add Agency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agency' })
  await dialog.getByRole('button', { name: 'Add Agency' }).click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await dialog.getByLabel('Agency name').fill('Quiet Harbor')
  await dialog.getByLabel('Owner name').fill('Ines Prado')
  await dialog.getByLabel('Owner email').fill('ines@example.test')
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Business' }).click()
  await dialog.getByRole('button', { name: 'Add Agency' }).click()
  await expect(page.getByText('Agency "Quiet Harbor" has been added successfully!')).toBeVisible()
  await expect(tile(page, 'Total Agencies')).toContainText('25')
  await expect(tile(page, 'Trial')).toContainText('5')
})

test('a suspended agency’s open tab is out at once, and back when resumed', async ({ signIn }) => {
  const owner = await signIn('owner')
  await owner.goto('/projects')
  await expect(owner.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const admin = await signIn('admin')
  await admin.goto('/agencies')
  await admin.getByRole('button', { name: 'Brightline Digital' }).click()
  const drawer = admin.getByRole('dialog', { name: 'Brightline Digital' })
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(owner.getByRole('heading', { name: 'Brightline Digital is suspended' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Resume' }).click()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await owner.getByRole('button', { name: 'Try again' }).click()
  await expect(owner.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('viewing as an agency shows its screens, reading only', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/agencies')
  await page.getByRole('button', { name: 'Brightline Digital' }).click()
  await page.getByRole('button', { name: 'View as' }).click()
  await expect(page.getByText('You are viewing Brightline Digital as its owner')).toBeVisible()
  await page.getByRole('navigation').first().getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByText('Jordan Blake').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Client' })).toHaveCount(0)
  await page.getByRole('button', { name: 'End view' }).click()
  await expect(page).toHaveURL(/\/agencies/)
  await expect(tile(page, 'Total Agencies')).toContainText('24')
})
