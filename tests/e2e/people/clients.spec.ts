import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { findMailedLink } from '../support/portal/mail.ts'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const PASSWORD = 'quiet-harbour-7'
const REQUIRED = 'Please fill in all required fields'

const tile = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label })
const cards = (page: Page) => page.getByRole('list', { name: 'Clients' }).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).last()

async function choose(page: Page, client: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${client}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function openRecord(page: Page, name: string, tab?: string) {
  await page.getByRole('button', { name, exact: true }).click()
  const record = page.getByRole('article', { name })
  if (tab !== undefined) await record.getByRole('tab', { name: tab }).click()
  return record
}

test('clients are counted, listed and found by name, email and company', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  for (const [label, figure, path] of [
    ['Total Clients', '3', '/clients'],
    ['Active Projects', '3', '/projects'],
    ['Total Revenue', '$12,300', '/payments'],
    ['Outstanding', '$7,300', '/payments'],
  ] as const) {
    await expect(tile(page, label)).toContainText(figure)
    await expect(tile(page, label)).toHaveAttribute('href', new RegExp(`^${path}`))
  }
  await expect(card(page, 'Jordan Blake')).toContainText('Harbor & Co')
  await expect(card(page, 'Jordan Blake')).toContainText('$9,300')
  await expect(card(page, 'Marcus Webb')).toContainText('No portal access')

  const search = page.getByRole('searchbox', { name: 'Search by name, email or company' })
  for (const [text, found] of [
    ['jORd', 'Jordan Blake'],
    ['PRIYA@lumen', 'Priya Nair'],
    ['harbor', 'Jordan Blake'],
    ['marcus', 'Marcus Webb'],
  ] as const) {
    await search.fill(text)
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, found)).toBeVisible()
  }
  await search.fill('zzzz')
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('a client is added, edited, archived and restored', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  const add = dialog(page, 'Add Client')
  await add.getByLabel('Email').fill('nora@example.test')
  await add.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByRole('alert').getByText(REQUIRED)).toBeVisible()
  await expect(add.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await add.getByLabel('Email').fill('')
  await add.getByLabel('Name').fill('Nora New')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText(REQUIRED).last()).toBeVisible()
  await expect(add.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(add.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true')
  await add.getByLabel('Email').fill('nora@example.test')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Client "Nora New" has been added successfully!')).toBeVisible()
  await expect(add).toBeHidden()
  await expect(tile(page, 'Total Clients')).toContainText('4')

  await page.getByRole('button', { name: 'Add Client' }).click()
  await expect(add.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for Nora New' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'View Details', 'Archive'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(toast(page, 'Action Performed')).toBeVisible()
  const edit = dialog(page, 'Edit Client')
  await edit.getByLabel('Company').fill('New & Co')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Client "Nora New" has been updated successfully!')).toBeVisible()
  await expect(card(page, 'Nora New')).toContainText('New & Co')

  await choose(page, 'Nora New', 'View Details')
  await expect(toast(page, 'Showing the details of "Nora New".')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Nora New' }).getByText('New & Co').first()).toBeVisible()
  await page.getByRole('link', { name: 'All clients' }).click()
  await expect(page).toHaveURL(/\/clients$/)

  await choose(page, 'Nora New', 'Archive')
  await expect(toast(page, 'Client "Nora New" has been archived.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(4)
  await choose(page, 'Nora New', 'Archive')
  await expect(cards(page)).toHaveCount(3)
  await page.reload()
  await expect(tile(page, 'Total Clients')).toContainText('3')
  await page.getByRole('switch', { name: 'Archived' }).press('Space')
  await expect(cards(page)).toHaveCount(1)
  await choose(page, 'Nora New', 'Restore')
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible()
})

test("a client's page shows projects, invoices, contacts, notes and activity", async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  const record = await openRecord(page, 'Jordan Blake')
  await expect(page).toHaveURL(/client=/)
  await expect(record.getByRole('list', { name: 'Projects' }).getByRole('listitem')).toHaveCount(3)
  const unpaid = record.getByRole('list', { name: 'Unpaid invoices' }).getByRole('listitem')
  await expect(unpaid).toHaveText([/^Website Redesign, milestone 2\$3,600\.00INV-1004/, /^Spring Campaign/])
  await expect(record.getByText('client@demo.test has an account')).toBeVisible()
  await record.getByRole('tab', { name: 'Invoices' }).click()
  await expect(record.getByRole('link', { name: 'Website Redesign, milestone 2' })).toHaveAttribute(
    'href',
    /^\/payments\?.*invoice=/,
  )
  await page.reload()
  await expect(record.getByText('INV-1004', { exact: false })).toBeVisible()

  await record.getByRole('tab', { name: 'Contacts' }).click()
  await record.getByRole('button', { name: 'Add contact' }).click()
  const form = dialog(page, 'Add contact')
  await form.getByLabel('Name').fill('Zoe Harbor')
  await form.getByLabel('Email').fill('zoe@harbor.test')
  await form.getByRole('switch', { name: 'Portal access' }).press('Space')
  await form.getByRole('switch', { name: 'Can see billing' }).press('Space')
  await page.keyboard.press('Enter')
  const contact = record.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(contact).toContainText('Billing')
  await contact.getByRole('button', { name: 'Invite zoe@harbor.test' }).click()
  await expect(contact).toContainText('zoe@harbor.test has been invited. The link expires on')
  await contact.getByRole('button', { name: 'Revoke invitation for zoe@harbor.test' }).click()
  await expect(contact.getByRole('button', { name: 'Invite zoe@harbor.test' })).toBeVisible()
  await choose(page, 'Zoe Harbor', 'Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove contact' }).click()
  await expect(contact).toHaveCount(0)

  await record.getByRole('tab', { name: 'Notes' }).click()
  await record.getByLabel('New note').fill('Prefers calls\nin the morning.')
  await record.getByRole('button', { name: 'Add note' }).click()
  const note = record.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(note).toContainText('Alex Morgan')
  await expect(note).toContainText('Prefers calls')
  await expect(record.getByLabel('New note')).toHaveValue('')
  await note.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(note).toHaveCount(0)

  await record.getByRole('tab', { name: 'Overview' }).click()
  await expect(record.getByText('Zoe Harbor removed from the client’s contacts')).toBeVisible()
})

test('Space previews a client beside the list, from where it opens', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients?view=list')
  await page.getByRole('button', { name: 'Jordan Blake', exact: true }).press('Space')
  const peek = dialog(page, 'Jordan Blake')
  await expect(peek.getByRole('list', { name: 'Projects' }).getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
  await page.getByRole('button', { name: 'Jordan Blake', exact: true }).press('Space')
  await peek.getByRole('link', { name: 'Open client' }).click()
  await expect(page.getByRole('article', { name: 'Jordan Blake' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
})

test.describe('portal access', () => {
  test.use({ expectedProblems: [/status of 40[13]/] })
  test('turned off signs the client out and blocks sign-in', async ({ signIn, page: door }) => {
    const [owner, client] = [await signIn('owner'), await signIn('client')]
    await client.goto('/dashboard')
    await expect(client.getByRole('heading', { name: 'Client Portal' })).toBeVisible()
    await owner.goto('/clients')
    const record = await openRecord(owner, 'Jordan Blake')
    const access = record.getByRole('switch', { name: 'Portal access' })
    await access.press('Space')
    await expect(access).not.toBeChecked()
    await expect(client.getByText('Sign in to your agency management portal')).toBeVisible()

    await door.goto('/auth')
    await door.getByLabel('Email').fill(demoEmail('client'))
    await door.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await door.getByRole('button', { name: 'Sign In' }).click()
    await expect(
      door.getByText('Portal access is turned off for your account.', { exact: false }),
    ).toBeVisible()
    await access.press('Space')
    await expect(access).toBeChecked()
    await door.getByRole('button', { name: 'Sign In' }).click()
    await expect(door.getByRole('heading', { name: 'Client Portal' })).toBeVisible()
  })
})

test('lets an invited client set a password and open the Client Portal', async ({ signIn, page, portal }) => {
  const owner = await signIn('owner')
  await owner.goto('/clients?new=1')
  const add = dialog(owner, 'Add Client')
  await add.getByLabel('Name').fill('Nora New')
  await add.getByLabel('Email').fill('nora@example.test')
  await add.getByRole('switch', { name: 'Send portal invitation' }).press('Space')
  await add.getByRole('button', { name: 'Add Client' }).click()
  await expect(toast(owner, 'Invitation sent')).toBeVisible()
  const first = await findMailedLink(portal.dataDir, /\/auth\?invitation=[\w-]+/)

  await owner.getByRole('button', { name: 'More client actions' }).click()
  await owner.getByRole('menuitem', { name: 'Invitations' }).click()
  const pending = dialog(owner, 'Invitations')
  await expect(pending.getByText('nora@example.test')).toBeVisible()
  await pending.getByRole('button', { name: 'Resend to nora@example.test' }).click()
  await expect(
    toast(owner, 'A new link has been sent to nora@example.test. The previous link no longer works.'),
  ).toBeVisible()
  let link = first
  await expect
    .poll(async () => {
      link = await findMailedLink(portal.dataDir, /\/auth\?invitation=[\w-]+/)
      return link
    })
    .not.toBe(first)

  await page.goto(link)
  await expect(page.getByText('This invitation was sent to nora@example.test.')).toBeVisible()
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Client Portal' })).toBeVisible()

  await expect(pending.getByRole('heading', { name: 'No open invitations' })).toBeVisible()
  await owner.keyboard.press('Escape')
  const record = await openRecord(owner, 'Nora New')
  await expect(record.getByText('nora@example.test has an account')).toBeVisible()
})

test('imports a file of 1,000 rows after a check, and lists the 7 invalid rows it skips', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  const rows = Array.from({ length: 1000 }, (_, row) => `Client ${row},c${row}@example.test,Firm ${row}`)
  for (const row of [10, 20, 30, 40]) rows[row] = `,c${row}@example.test,Firm`
  for (const row of [50, 60]) rows[row] = `Client ${row},nowhere,Firm`
  rows[70] = 'Client 70,c1@example.test,Firm'
  const buffer = Buffer.from(['name,email,company', ...rows].join('\n'))

  await page.goto('/clients')
  await page.getByRole('button', { name: 'More client actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const form = dialog(page, 'Import clients')
  await form.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('Choose a file or paste rows first.')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
  await form.getByRole('button', { name: 'Check rows' }).click()
  await expect(
    form.getByText('1,000 rows: 993 ready, 7 with problems. Nothing has been imported yet.'),
  ).toBeVisible()
  const lines = form.getByRole('row').locator('td:first-child')
  await expect(lines).toHaveText(['12', '22', '32', '42', '52', '62', '72'])
  await expect(tile(page, 'Total Clients')).toContainText('3')
  await form.getByRole('button', { name: 'Import 993 clients' }).click()
  await expect(toast(page, '993 clients imported')).toBeVisible()
  await expect(tile(page, 'Total Clients')).toContainText('996')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More client actions' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('clients.csv')
  const exported = readFileSync(await file.path(), 'utf8')
  expect(exported.trim().split('\n')).toHaveLength(997)
  expect(exported).toContain('c999@example.test')
})

test.describe('a failed save', () => {
  test.use({ expectedProblems: [/status of 4\d\d|ERR_FAILED/] })

  test('keeps the input and shows the server\'s message, otherwise "Failed to save client"', async ({
    signIn,
  }) => {
    const admin = await signIn('admin')
    await admin.goto('/clients?new=1')
    const add = dialog(admin, 'Add Client')
    await add.getByLabel('Name').fill('Nobody')
    await add.getByLabel('Email').fill('nobody@example.test')
    await add.getByRole('button', { name: 'Add Client' }).click()
    await expect(admin.getByRole('alert').getByText('Agency information is required')).toBeVisible()
    await expect(add.getByLabel('Name')).toHaveValue('Nobody')

    const owner = await signIn('owner')
    await owner.goto('/clients?new=1')
    await owner.route('**/trpc/clients.save*', (route) => route.abort())
    const form = dialog(owner, 'Add Client')
    await form.getByLabel('Name').fill('Nora')
    await form.getByLabel('Email').fill('nora@example.test')
    await form.getByRole('button', { name: 'Add Client' }).click()
    await expect(owner.getByRole('alert').getByText('Failed to save client')).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('Nora')
  })

  test('shows the second of two editors what changed, and loses nothing', async ({ signIn }) => {
    const [first, second] = [await signIn('owner'), await signIn('owner')]
    for (const page of [first, second]) {
      await page.goto('/clients')
      await choose(page, 'Priya Nair', 'Edit')
      await expect(dialog(page, 'Edit Client').getByLabel('Name')).toHaveValue('Priya Nair')
    }
    await dialog(first, 'Edit Client').getByLabel('Phone').fill('+1 555 999')
    await dialog(first, 'Edit Client').getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(first, 'Edit Client')).toBeHidden()

    const edit = dialog(second, 'Edit Client')
    await edit.getByLabel('Company').fill('Lumen Group')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(edit.getByRole('alert')).toContainText(
      'This client was changed by someone else in the meantime.',
    )
    await expect(edit.getByRole('alert')).toContainText('Phone: +1 555 999')
    await edit.getByRole('button', { name: 'Keep my changes' }).click()
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(edit).toBeHidden()
    const record = await openRecord(second, 'Priya Nair')
    await expect(record.getByText('+1 555 999')).toBeVisible()
    await expect(record.getByText('Lumen Group').first()).toBeVisible()
  })
})

test('a new agency sees skeletons, then the empty state', async ({ page, portal }) => {
  const answer = await page.request.post('/trpc/auth.signUp', {
    headers: { origin: portal.url, 'content-type': 'application/json' },
    data: {
      name: 'Ines Fresh',
      email: 'ines@example.test',
      password: PASSWORD,
      role: 'agency_admin',
      agency_name: 'Fresh Start',
    },
  })
  expect(answer.status()).toBe(200)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/trpc/*clients.list*', async (route) => {
    await held
    await route.continue()
  })
  await withoutPageData(page)
  await page.goto('/clients')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add Client' }).last().click()
  await expect(dialog(page, 'Add Client')).toBeVisible()
})

test('the client page and dialogs are accessible and fit a phone in dark mode', async ({ signIn }) => {
  const page = await signIn('owner', { width: 360, height: 780, dark: true })
  await page.goto('/clients')
  const record = await openRecord(page, 'Jordan Blake')
  for (const tab of ['Overview', 'Invoices', 'Contacts', 'Notes']) {
    await record.getByRole('tab', { name: tab }).click()
    await expect(record.getByRole('tabpanel')).toBeVisible()
    await checkScreen(page)
  }
  for (const address of ['/clients?new=1', '/clients?import=1', '/clients?invitations=1']) {
    await page.goto(address)
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page)
  }
})
