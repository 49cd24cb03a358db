import type { Browser, Page } from 'playwright/test'
import sharp from 'sharp'
import { runSql } from '../support/portal/database.ts'
import { download } from '../support/portal/files.ts'
import { findMailedLink } from '../support/portal/mail.ts'
import { DEMO_PASSWORD, demoEmail, expect, type Portal, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'
import { nextTotp, totp } from '../support/screens/totp.ts'

const NEW_PASSWORD = 'quiet-harbour-7'

test.use({ expectedProblems: [/Failed to load resource.*(400|401|409)/] })

const signInForm = (page: Page) => page.getByText('Sign in to your agency management portal')

async function fillSignIn(page: Page, email: string, password: string) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Another device, not signed in. */
async function freshPage(browser: Browser, portal: Portal, watch: (page: Page) => void): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watch(page)
  return page
}

const picture = (color: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })

test('an avatar is validated, shown, replaced and removed', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/settings')
  const choose = page.getByLabel('Change avatar')
  const shown = page.getByRole('complementary').locator('img')
  await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not at all') })
  await expect(page.getByText('This file isn’t a supported image', { exact: false })).toBeVisible()
  await choose.setInputFiles({
    name: 'b.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 ** 2 + 1),
  })
  await expect(page.getByText('The picture must be 5 MB or smaller.')).toBeVisible()
  await expect(shown).toHaveCount(0)

  await choose.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture('#0f766e').png().toBuffer(),
  })
  await expect(shown).toBeVisible()
  const first = await shown.getAttribute('src')
  await choose.setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('#b45309').jpeg().toBuffer(),
  })
  await expect(shown).not.toHaveAttribute('src', first ?? '')
  const answer = await page.request.get((await shown.getAttribute('src')) ?? '')
  expect(answer.headers()['content-type']).toBe('image/webp')
  expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: 512, height: 512 })
  expect((await page.request.get(first ?? '')).status()).toBe(404)
  await page.getByRole('button', { name: 'Remove avatar' }).click()
  await expect(shown).toHaveCount(0)
})

test('a new email address takes effect only after it is confirmed', async ({
  signIn,
  portal,
  browser,
  watch,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill('alex@brightline.example')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not-mine-at-all')
  await dialog.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByText('Wrong Password', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue('alex@brightline.example')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByText('alex@brightline.example hasn’t been confirmed yet.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoEmail('owner'))

  const link = await findMailedLink(portal.dataDir, /\/settings\?section=profile&email_token=[\w-]+/)
  await page.goto(link)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('You now sign in with alex@brightline.example.')).toBeVisible()
  await expect(page).not.toHaveURL(/email_token/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('alex@brightline.example')
  await page.goto(link)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Email Confirmation Failed')).toBeVisible()

  const fresh = await freshPage(browser, portal, watch)
  await fillSignIn(fresh, demoEmail('owner'), DEMO_PASSWORD)
  await expect(fresh.getByText('Login Failed', { exact: true })).toBeVisible()
  await fillSignIn(fresh, 'alex@brightline.example', DEMO_PASSWORD)
  await expect(fresh).toHaveURL(/\/dashboard/)
  await fresh.context().close()
})

test('sessions can be ended one by one or by a new password, and each 2FA code works once', async ({
  signIn,
  portal,
  browser,
  watch,
}) => {
  const [page, phone] = [await signIn('contributor'), await signIn('contributor')]
  await phone.goto('/projects')
  await expect(phone.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.goto('/settings?section=security')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(signInForm(phone)).toBeVisible()
  await expect(sessions).toHaveCount(1)

  const tablet = await signIn('contributor')
  await tablet.goto('/projects')
  await expect(tablet.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const change = async (current: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Update password' }).click()
  }
  await change('not-mine-at-all')
  await expect(page.getByText('Password Update Failed', { exact: true })).toBeVisible()
  await change(DEMO_PASSWORD)
  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible()
  await expect(signInForm(tablet)).toBeVisible()

  await page.getByRole('button', { name: 'Enable 2FA Setup' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up 2FA' })
  await setup.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD)
  await setup.getByRole('button', { name: 'Continue' }).click()
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await setup.getByLabel('Secret').inputValue()
  const used = totp(secret)
  await setup.getByRole('textbox', { name: 'Code' }).fill(used)
  await setup.getByRole('button', { name: 'Enable 2FA' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()

  const fresh = await freshPage(browser, portal, watch)
  const enter = async (code: string) => {
    await fresh.getByRole('textbox', { name: 'Code' }).fill(code)
    await fresh.getByRole('button', { name: 'Sign In' }).click()
  }
  await fillSignIn(fresh, demoEmail('contributor'), NEW_PASSWORD)
  await enter(used)
  await expect(fresh.getByText('This code is wrong or has already been used.').first()).toBeVisible()
  await enter(nextTotp(secret))
  await expect(fresh).toHaveURL(/\/dashboard/)
  await fresh.context().clearCookies()
  await fillSignIn(fresh, demoEmail('contributor'), NEW_PASSWORD)
  await enter(recovery)
  await expect(fresh).toHaveURL(/\/dashboard/)
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible()
  await fresh.context().clearCookies()
  await fillSignIn(fresh, demoEmail('contributor'), NEW_PASSWORD)
  await enter(recovery)
  await expect(fresh.getByText('This code is wrong or has already been used.').first()).toBeVisible()
  await fresh.context().close()
})

test('a user exports their data and deletes the account, leaving only anonymous records', async ({
  signIn,
  portal,
}) => {
  const [page, owner] = [await signIn('contributor'), await signIn('owner')]
  const own = (table: string, column: string) => {
    const [row] = runSql(
      portal,
      `select count(*) as count from ${table} where ${column} = (select id from users where email = ?)`,
      demoEmail('contributor'),
    )
    return Number(row?.count)
  }
  await page.goto('/settings?section=privacy')
  const { name, bytes } = await download(page, () =>
    page.getByRole('button', { name: 'Export my data' }).click(),
  )
  expect(name).toBe('my-data.json')
  const data = JSON.parse(bytes.toString())
  expect(data.account.email).toBe(demoEmail('contributor'))
  expect(data.time_entries.length).toBeGreaterThan(0)
  expect(
    [data.time_entries, data.messages, data.notifications, data.sessions].map((rows) => rows.length),
  ).toEqual([
    own('time_entries', 'user_id'),
    own('messages', 'sender_id'),
    own('notifications', 'user_id'),
    1,
  ])
  expect(JSON.stringify(data)).not.toMatch(/password_hash|token_hash/)
  const [hours, messages] = [own('time_entries', 'user_id'), own('messages', 'sender_id')]
  const [person] = runSql(portal, 'select id from users where email = ?', demoEmail('contributor'))

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  const confirm = async (email: string, password: string) => {
    await dialog.getByLabel(`Type ${demoEmail('contributor')} to confirm`).fill(email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
  }
  await confirm(demoEmail('owner'), DEMO_PASSWORD)
  await expect(dialog.getByText('Type your own email address to confirm.')).toBeVisible()
  await checkScreen(page)
  await confirm(demoEmail('contributor'), 'not-mine-at-all')
  await expect(page.getByText('Wrong Password', { exact: true })).toBeVisible()
  await confirm(demoEmail('contributor'), DEMO_PASSWORD)
  await expect(signInForm(page)).toBeVisible()
  await fillSignIn(page, demoEmail('contributor'), DEMO_PASSWORD)
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()

  const kept = (sql: string) => runSql(portal, sql, person?.id ?? null)
  expect(kept('select id from time_entries where user_id = ?')).toHaveLength(hours)
  expect(kept("select id from messages where sender_id = ? and sender_name = 'Deleted user'")).toHaveLength(
    messages,
  )
  expect(kept('select user_id from sessions where user_id = ?')).toEqual([])
  await owner.goto('/settings?section=privacy')
  await owner.getByRole('button', { name: 'Delete my account' }).click()
  const refused = owner.getByRole('dialog', { name: 'Delete my account' })
  await refused.getByLabel(`Type ${demoEmail('owner')} to confirm`).fill(demoEmail('owner'))
  await refused.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await refused.getByRole('button', { name: 'Delete my account' }).click()
  await expect(owner.getByText(/You own Brightline Digital/).first()).toBeVisible()
})
