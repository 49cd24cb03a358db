import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { download } from '../support/portal/files.ts'
import { test as base, DEMO_PASSWORD, expect } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { startMailServer } from '../support/portal/smtp.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** The same portal with the test's own mail server and a backup key. */
const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
  mailServer: async ({}, use) => {
    const server = await startMailServer()
    await use(server)
    await server.close()
  },
  env: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url, BACKUP_KEY: 'a long passphrase' }),
})

test.use({ expectedProblems: [/Failed to load resource.*(400|403)/] })

const brand = (page: Page, name: string) => page.getByRole('complementary').getByText(name, { exact: true })

async function openPlatform(page: Page) {
  await page.goto('/settings?section=platform')
  await expect(page.getByRole('heading', { name: 'Platform' })).toBeVisible()
}

async function save(page: Page) {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('platform.saveSettings')),
    page.getByRole('button', { name: 'Save platform settings' }).click(),
  ])
  expect(answer.status()).toBe(200)
  await expect(page.getByText('Platform settings saved').first()).toBeVisible()
}

test('a new name and logo appear on every open screen, and registration follows its setting', async ({
  signIn,
  page: stranger,
  portal,
}) => {
  const [admin, owner] = [await signIn('admin'), await signIn('owner')]
  await owner.goto('/projects')
  await expect(brand(owner, 'Foyer')).toBeVisible()
  await openPlatform(admin)
  await checkScreen(admin)
  await admin.getByLabel('Platform name').fill('Bellwether & Sons')
  await save(admin)
  await expect(brand(admin, 'Bellwether & Sons')).toBeVisible()
  await expect(brand(owner, 'Bellwether & Sons')).toBeVisible()
  await expect(admin.getByRole('complementary').getByText('Bellwether & Sons Admin')).toBeVisible()
  await stranger.goto('/auth')
  await expect(stranger).toHaveTitle('Bellwether & Sons')
  const manifest = await (await stranger.request.get('/manifest.webmanifest')).json()
  expect(manifest.name).toBe('Bellwether & Sons')

  const logo = sharp({ create: { width: 300, height: 80, channels: 4, background: '#0f766e' } })
  await admin.getByLabel('Change logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await logo.png().toBuffer(),
  })
  for (const page of [admin, owner]) {
    await expect(
      page.getByRole('complementary').getByRole('img', { name: 'Bellwether & Sons' }),
    ).toBeVisible()
  }
  await stranger.reload()
  await expect(stranger.getByRole('img', { name: 'Bellwether & Sons' })).toBeVisible()
  await admin.getByRole('button', { name: 'Remove logo' }).click()
  await expect(brand(owner, 'Bellwether & Sons')).toBeVisible()

  await admin.getByRole('radio', { name: 'By invitation only' }).check()
  await admin.getByLabel('Platform name').fill('')
  await save(admin)
  await expect(brand(owner, 'Foyer')).toBeVisible()
  const register = () =>
    stranger.request.post('/trpc/auth.signUp', {
      headers: { origin: portal.url, 'content-type': 'application/json' },
      data: { name: 'Nia', email: 'nia@example.test', password: 'tangerine-42', role: 'employee' },
    })
  const refused = await register()
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining('by invitation')])
  await admin.getByRole('radio', { name: 'Open to everyone' }).check()
  await save(admin)
  const taken = await register()
  expect(taken.status(), await taken.text()).toBe(200)
})

test('with enforced limits, a full plan rejects additions and keeps the input', async ({ signIn }) => {
  const [admin, owner] = [await signIn('admin'), await signIn('owner')]
  await openPlatform(admin)
  await admin.getByRole('switch', { name: 'Enforce plan limits' }).check()
  await save(admin)

  await owner.goto('/projects')
  const addProject = async (name: string) => {
    await owner.getByRole('button', { name: 'New Project' }).first().click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('combobox', { name: 'Client' }).click()
    await owner.getByRole('option', { name: 'Jordan Blake' }).click()
    await dialog.getByRole('combobox', { name: 'Category' }).click()
    await owner.getByRole('option', { name: 'Web Development' }).click()
    await dialog.getByRole('button', { name: 'Create Project' }).click()
    return dialog
  }
  await expect(await addProject('Fifth')).toBeHidden()
  const dialog = await addProject('Sixth')
  await expect(
    owner.getByText('Your plan is limited to 5 projects. Choose a larger plan.').first(),
  ).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Sixth')
  await admin.getByRole('switch', { name: 'Enforce plan limits' }).uncheck()
  await save(admin)
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog).toBeHidden()
})

test("test emails show the server's reply, are logged and can be resent", async ({ signIn, mailServer }) => {
  const admin = await signIn('admin')
  await openPlatform(admin)
  const tryMail = async (recipient: string) => {
    await admin.getByLabel('Send a test email to').fill(recipient)
    await admin.getByRole('button', { name: 'Send test email' }).click()
  }
  await tryMail('sam@example.test')
  const answer = admin.getByRole('status').filter({ hasText: 'The mail server' })
  await expect(answer).toContainText('The mail server accepted the email')
  await expect(answer).toContainText('250')
  expect(mailServer.received).toHaveLength(1)
  mailServer.refuse('No such mailbox here')
  await tryMail('gone@example.test')
  await expect(answer).toContainText('The mail server rejected the email')
  await expect(answer).toContainText('550 No such mailbox here')

  await callAs(admin, 'auth.requestPasswordReset', 'mutation', { email: 'owner@demo.test' })
  // A refused recipient is final at once; nothing is retried.
  await admin.getByRole('button', { name: '1 failed' }).click()
  const log = admin.getByRole('dialog', { name: 'Email delivery log' })
  await expect(log.getByText('550 No such mailbox here', { exact: false })).toBeVisible()
  mailServer.accept()
  await log.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect.poll(() => mailServer.received.length).toBe(2)
  await log.getByRole('combobox', { name: 'Status' }).click()
  await admin.getByRole('option', { name: 'Sent' }).click()
  await expect(log.getByRole('list', { name: 'Mails' })).toContainText('owner@demo.test')
})

test('jobs can be run on demand, backups created and downloaded, and nightly backups turned off', async ({
  signIn,
}) => {
  const [admin, owner] = [await signIn('admin'), await signIn('owner')]
  await owner.goto('/settings')
  await expect(owner.getByRole('switch', { name: 'Auto-backup' })).toBeChecked()
  await expect(owner.getByRole('switch', { name: 'Auto-backup' })).toBeDisabled()
  await admin.goto('/settings?section=operation')
  const health = admin.getByRole('list', { name: 'Health' })
  await expect(health.getByRole('listitem')).toHaveCount(8)
  await expect(health).toContainText('Ledger, payments and documents agree.')
  await expect(admin.getByRole('list', { name: 'Slow calls' })).toContainText('auth.signIn')
  const job = admin
    .getByRole('list', { name: 'Jobs' })
    .getByRole('listitem')
    .filter({ hasText: 'Purge agencies' })
  await expect(job).toContainText('hasn’t run yet')
  await admin.getByRole('button', { name: 'Run now: Purge agencies' }).click()
  await expect(job).toContainText('Done')
  await expect(job).toContainText('a few seconds ago')
  await openPlatform(admin)
  await expect(admin.getByText('No backups yet.', { exact: false })).toBeVisible()
  await admin.getByRole('button', { name: 'Back up now' }).click()
  const backups = admin.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(backups).toHaveCount(1)
  await expect(backups).toContainText('Manual')
  await backups.getByRole('button', { name: 'Download' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Download backup' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  const { name, bytes } = await download(admin, () =>
    dialog.getByRole('button', { name: 'Download' }).click(),
  )
  expect(name).toMatch(/^manual-.*\.zip\.enc$/)
  expect(bytes.subarray(0, 8).toString()).toBe('FOYERBK2')
  expect((await admin.request.get(`/exports/backups/${name}`)).status()).toBe(403)
  expect((await owner.request.get(`/exports/backups/${name}`)).status()).toBe(403)

  await admin.getByRole('switch', { name: 'Nightly backup' }).uncheck()
  await save(admin)
  await expect(owner.getByRole('switch', { name: 'Auto-backup' })).not.toBeChecked()
  await admin.goto('/settings')
  await admin.getByRole('switch', { name: 'Auto-backup' }).click()
  await expect(admin.getByText('Auto-backup turned on')).toBeVisible()
  await expect(owner.getByRole('switch', { name: 'Auto-backup' })).toBeChecked()
})
