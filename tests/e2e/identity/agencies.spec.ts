import type { Page } from 'playwright/test'
import { runSql } from '../support/portal/database.ts'
import { download, readZip } from '../support/portal/files.ts'
import { findMailedLink } from '../support/portal/mail.ts'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

test.use({ expectedProblems: [/Failed to load resource.*(400|401|403)/] })

const tile = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label })

test("the platform's figures and pages are computed from its agencies", async ({ signIn }) => {
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

/** Opens an agency's drawer from the list. */
async function openAgency(page: Page, name: string) {
  await page.goto(`/agencies?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await expect(drawer.getByRole('button', { name: 'View as' })).toBeVisible()
  return drawer
}

test('a new agency starts in trial, and its owner joins by the emailed link', async ({
  signIn,
  portal,
  page: owner,
}) => {
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

  await owner.goto(await findMailedLink(portal.dataDir, /\/auth\?mode=reset-password\S+/))
  await owner.getByLabel('New password', { exact: true }).fill('tangerine-42')
  await owner.getByLabel('Confirm', { exact: false }).fill('tangerine-42')
  await owner.getByRole('button', { name: 'Update password' }).click()
  await expect(owner.getByText('Sign in to your agency management portal')).toBeVisible()
  await owner.getByLabel('Email').fill('ines@example.test')
  await owner.getByLabel('Password', { exact: true }).fill('tangerine-42')
  await owner.getByRole('button', { name: 'Sign In' }).click()
  await expect(owner.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  await owner.goto('/settings')
  await expect(owner.getByLabel('Agency name')).toHaveValue('Quiet Harbor')
  await expect(owner.getByLabel('Agency name')).toBeEditable()
})

test("plans and trials can be changed, and an agency's export matches the database", async ({
  signIn,
  portal,
}) => {
  const page = await signIn('admin')
  const drawer = await openAgency(page, 'Brightline Digital')
  await checkScreen(page)
  await drawer.getByRole('button', { name: 'Change plan' }).click()
  const plans = page.getByRole('dialog', { name: 'Change plan' })
  await plans.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Premium', exact: true }).click()
  await plans.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('Brightline Digital is on a new plan.')).toBeVisible()
  await expect(drawer.getByText('Premium')).toBeVisible()

  const { name, bytes } = await download(page, () =>
    drawer.getByRole('link', { name: 'Export data' }).click(),
  )
  expect(name).toBe('Brightline Digital.zip')
  const files = await readZip(bytes)
  const [agency] = runSql(portal, "select id from agencies where name = 'Brightline Digital'")
  for (const table of ['projects', 'tasks', 'clients', 'employees', 'time_entries', 'invoices', 'messages']) {
    const rows = runSql(portal, `select id from ${table} where agency_id = ?`, agency?.id ?? null)
    expect(rows.length, table).toBeGreaterThan(0)
    expect(JSON.parse(files.get(`data/${table}.json`) ?? '[]'), table).toHaveLength(rows.length)
  }
  const uploads = runSql(portal, 'select id from files where agency_id = ?', agency?.id ?? null)
  expect([...files.keys()].filter((file) => file.startsWith('files/'))).toHaveLength(uploads.length)

  await page.goto('/agencies?status=trial')
  await page.getByRole('table', { name: 'Agencies' }).locator('tbody').getByRole('button').first().click()
  const trial = page.getByRole('dialog')
  await trial.getByRole('button', { name: 'Extend trial' }).click()
  const left = async () => Number(/(\d+) days? left/.exec((await trial.first().textContent()) ?? '')?.[1])
  const before = await left()
  const extension = page.getByRole('dialog', { name: 'Extend trial' })
  await extension.getByRole('textbox', { name: 'Days' }).fill('10')
  await extension.getByRole('button', { name: 'Extend trial' }).click()
  await expect(page.getByText('Trial extended', { exact: true })).toBeVisible()
  await expect.poll(left).toBe(before + 10)
})

test('deleting an agency requires its name, locks it immediately and can be canceled', async ({ signIn }) => {
  const [owner, page] = [await signIn('owner'), await signIn('admin')]
  await owner.goto('/projects')
  await expect(owner.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const drawer = await openAgency(page, 'Brightline Digital')
  await drawer.getByRole('button', { name: 'Delete agency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Brightline Digital?' })
  const confirm = async (name: string) => {
    await dialog.getByLabel('Type Brightline Digital to confirm').fill(name)
    await dialog.getByRole('button', { name: 'Delete agency' }).click()
  }
  await confirm('Brightline')
  await expect(dialog.getByText('Type the agency’s name exactly as shown.')).toBeVisible()
  await confirm('Brightline Digital')
  await expect(page.getByText('will be deleted in 30 days', { exact: false })).toBeVisible()
  await expect(drawer.getByText('Deletion scheduled')).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Brightline Digital is suspended' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(drawer.getByRole('button', { name: 'Delete agency' })).toBeVisible()
  await owner.getByRole('button', { name: 'Try again' }).click()
  await expect(owner.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('suspending an agency signs out open tabs immediately until it is resumed', async ({ signIn }) => {
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

test('viewing as an agency shows its screens read-only', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/agencies')
  await page.getByRole('button', { name: 'Brightline Digital' }).click()
  await page.getByRole('button', { name: 'View as' }).click()
  await expect(page.getByText('You’re viewing Brightline Digital as its owner')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('list', { name: 'Waiting on you' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(
    page.getByRole('main').getByRole('button', { name: /New Project|Add Client|Remind/ }),
  ).toHaveCount(0)
  await page.getByRole('navigation').first().getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByText('Jordan Blake').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Client' })).toHaveCount(0)
  await page.goto('/settings')
  await expect(page.getByLabel('Company')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeDisabled()
  await page.getByTitle('Nothing can be changed while you’re viewing an agency.').first().waitFor()
  await page.goto('/quicks')
  await expect(page.getByRole('heading', { name: 'Quick tasks are private' })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('You can’t see the owner’s notifications')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/work-log')
  await expect(page.getByRole('button', { name: 'Start Timer' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'New Entry' })).toHaveCount(0)
  await page.goto('/tasks?new=true')
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Task' })).toHaveCount(0)
  await page.keyboard.press('c')
  const creations = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(creations.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Exit view' }).click()
  await expect(page).toHaveURL(/\/agencies/)
  await expect(tile(page, 'Total Agencies')).toContainText('24')
})
