import type { Page } from 'playwright/test'
import { findMailedLink } from '../support/portal/mail.ts'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const PASSWORD = 'quiet-harbour-7'

const tile = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label })
const cards = (page: Page) => page.getByRole('list', { name: 'Employees' }).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).last()

async function choose(page: Page, employee: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${employee}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function openProfile(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  return dialog(page, name)
}

test('contributors are counted, listed with three skills and found by name, email and role', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/employees')
  await expect(tile(page, 'Total Employees')).toContainText('3')
  await expect(tile(page, 'Active Projects')).toContainText('3')
  await expect(tile(page, 'Total Hours Logged')).toContainText('300h')
  await expect(tile(page, 'Avg Performance')).toContainText('92%')
  await expect(card(page, 'Emma Rivera')).toContainText('senior developer')
  await expect(card(page, 'Emma Rivera')).toContainText('+2 more')
  await expect(card(page, 'Emma Rivera')).not.toContainText('GraphQL')
  await expect(card(page, 'Sofia Patel')).toContainText('Prototyping')
  await expect(card(page, 'Sofia Patel')).not.toContainText('more')

  const search = page.getByRole('searchbox', { name: 'Search by name, email or role' })
  for (const [text, found] of [
    ['lIAm', 'Liam Chen'],
    ['contributor@demo', 'Emma Rivera'],
    ['senior developer', 'Emma Rivera'],
    ['ui_ux', 'Sofia Patel'],
  ] as const) {
    await search.fill(text)
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, found)).toBeVisible()
  }
  await search.fill('zzzz')
  await expect(page.getByRole('heading', { name: 'No employees found' })).toBeVisible()
})

test('a contributor is added, edited, deactivated and restored', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Add Employee' }).click()
  const add = dialog(page, 'Add Employee')
  await add.getByRole('button', { name: 'Add Employee' }).click()
  await expect(page.getByRole('alert').getByText('Please fill in all required fields')).toBeVisible()
  await add.getByLabel('Name').fill('Noor Haddad')
  await add.getByLabel('Email').fill('noor@example.test')
  await add.getByLabel('Role').fill('Backend Developer')
  await add.getByLabel('Hourly rate').fill('55.50')
  await add.getByLabel('Performance').fill('90')
  for (const skill of ['Go', 'SQL', 'Kafka', 'Rust', '  ']) {
    await add.getByLabel('Skills', { exact: true }).fill(skill)
    await page.keyboard.press('Enter')
  }
  await add.getByRole('button', { name: 'Add Employee' }).click()
  await expect(toast(page, 'Employee "Noor Haddad" has been added successfully!')).toBeVisible()
  await expect(tile(page, 'Total Employees')).toContainText('4')
  await expect(card(page, 'Noor Haddad')).toContainText('backend developer')
  await expect(card(page, 'Noor Haddad')).toContainText('$55.50/h')
  await expect(card(page, 'Noor Haddad')).toContainText('+1 more')

  await page.getByRole('button', { name: 'Actions for Noor Haddad' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'View Profile', 'Deactivate'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(toast(page, 'Action Performed')).toBeVisible()
  const edit = dialog(page, 'Edit Employee')
  await expect(edit.getByLabel('Role')).toHaveValue('backend developer')
  await expect(edit.getByLabel('Hourly rate')).toHaveValue('55.50')
  await edit.getByRole('button', { name: 'Remove Rust' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Employee "Noor Haddad" has been updated successfully!')).toBeVisible()
  await expect(card(page, 'Noor Haddad')).not.toContainText('more')

  await choose(page, 'Noor Haddad', 'View Profile')
  await expect(toast(page, 'Showing the profile of "Noor Haddad".')).toBeVisible()
  await expect(dialog(page, 'Noor Haddad').getByText('Kafka')).toBeVisible()
  await page.keyboard.press('Escape')

  await choose(page, 'Noor Haddad', 'Deactivate')
  await expect(toast(page, 'Employee "Noor Haddad" has been deactivated and signed out.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(4)
  await choose(page, 'Noor Haddad', 'Deactivate')
  await expect(cards(page)).toHaveCount(3)
  await page.reload()
  await expect(tile(page, 'Total Employees')).toContainText('3')
  await expect(cards(page)).toHaveCount(3)
  await page.goto('/employees?deactivated=true')
  await choose(page, 'Noor Haddad', 'Reactivate')
  await expect(page.getByRole('heading', { name: 'No employees found' })).toBeVisible()
})

test('a profile shows skills, rate, hours and projects', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/employees')
  const profile = await openProfile(page, 'Emma Rivera')
  for (const text of ['Playwright', '$45.00/h', '94%', 'contributor@demo.test has an account']) {
    await expect(profile.getByText(text)).toBeVisible()
  }
  await profile.getByRole('button', { name: '120h' }).click()
  await expect(profile.getByRole('list', { name: 'Hours' }).getByRole('listitem').first()).toContainText(
    'billable',
  )
  await profile.getByRole('tab', { name: 'Projects' }).click()
  const project = profile.getByRole('link', { name: 'Harbor Website Redesign' })
  await expect(project).toHaveAttribute('href', /^\/projects\?project=/)
  await page.reload()
  await project.click()
  await expect(page.getByRole('article', { name: 'Harbor Website Redesign' })).toBeVisible()
})

test.describe('a deactivated contributor', () => {
  test.use({ expectedProblems: [/status of 40[13]/] })
  test('is signed out immediately', async ({ signIn }) => {
    const [owner, contributor] = [await signIn('owner'), await signIn('contributor')]
    await contributor.goto('/projects')
    await expect(contributor.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
    await owner.goto('/employees')
    await choose(owner, 'Emma Rivera', 'Deactivate')
    await expect(contributor.getByText('Sign in to your agency management portal')).toBeVisible()
  })
})

test('an invited contributor joins by the emailed link', async ({ signIn, page, portal }) => {
  const owner = await signIn('owner')
  await owner.goto('/employees?new=1')
  const add = dialog(owner, 'Add Employee')
  await add.getByLabel('Name').fill('Noor Haddad')
  await add.getByLabel('Email').fill('noor@example.test')
  await add.getByLabel('Role').fill('developer')
  await add.getByRole('button', { name: 'Add Employee' }).click()
  await expect(card(owner, 'Noor Haddad')).toBeVisible()
  const profile = await openProfile(owner, 'Noor Haddad')
  await profile.getByRole('button', { name: 'Invite noor@example.test' }).click()
  await expect(
    profile.getByText('noor@example.test has been invited. The link expires on', { exact: false }),
  ).toBeVisible()

  await page.goto(await findMailedLink(portal.dataDir, /\/auth\?invitation=[\w-]+/))
  await page.getByLabel('Name').fill('Noor Haddad')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Contributor Dashboard' })).toBeVisible()
  await expect(profile.getByText('noor@example.test has an account')).toBeVisible()
})

test('platform administrators can read contributors of all agencies but not change them', async ({
  signIn,
}) => {
  const page = await signIn('admin')
  await page.goto('/employees?search=Emma+Rivera')
  await expect(card(page, 'Emma Rivera')).toContainText('Brightline Digital')
  await page.getByRole('button', { name: 'Actions for Emma Rivera' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Profile'])
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  const profile = dialog(page, 'Emma Rivera')
  await expect(profile.getByText('$45.00/h')).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
})

test('profile and dialogs are accessible and fit a phone', async ({ signIn }) => {
  const page = await signIn('owner', { width: 360, height: 780 })
  await page.goto('/employees')
  const profile = await openProfile(page, 'Emma Rivera')
  for (const tab of ['Profile', 'Projects', 'Time']) {
    await profile.getByRole('tab', { name: tab }).click()
    await expect(profile.getByRole('tabpanel')).toBeVisible()
    await checkScreen(page)
  }
  for (const address of ['/employees?new=1', '/employees?invitations=1']) {
    await page.goto(address)
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page)
  }
})
