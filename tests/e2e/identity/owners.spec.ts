import type { Page } from 'playwright/test'
import { findMailedLink } from '../support/portal/mail.ts'
import { DEMO_PASSWORD, expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const PARTNER = 'petra@partner.example'
const PASSWORD = 'quiet-harbour-7'
const INVITATION = /http:\/\/localhost:\d+\/auth\?invitation=[\w-]+/

test.use({ expectedProblems: [/Failed to load resource.*(400|401|403)/] })

const signInForm = (page: Page) => page.getByText('Sign in to your agency management portal')

test('an owner is invited, disabled, made primary, and removes the former primary owner', async ({
  signIn,
  portal,
  browser,
  watch,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=owners')
  const owners = page.getByRole('list', { name: 'Owners', exact: true }).getByRole('listitem')
  await expect(owners).toHaveCount(1)
  await page.getByRole('button', { name: 'Invite owner' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite owner' })
  await invite.getByLabel('Email').fill(PARTNER)
  await invite.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('list', { name: 'Invited owners' })).toContainText(PARTNER)

  const partner = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watch(partner)
  await partner.goto(await findMailedLink(portal.dataDir, INVITATION))
  await partner.getByLabel('Name', { exact: true }).fill('Petra Partner')
  await partner.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await partner.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(partner).toHaveURL(/\/dashboard/)
  await expect(owners).toHaveCount(2)
  await checkScreen(page)

  const menuOf = async (name: string, item: string, of = page) => {
    await of.getByRole('button', { name: `Actions for ${name}` }).click()
    await of.getByRole('menuitem', { name: item }).click()
  }
  await menuOf('Petra Partner', 'Disable')
  const prove = async (button: string, password: string, of = page) => {
    await of.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(password)
    await of.getByRole('dialog').getByRole('button', { name: button }).click()
  }
  await prove('Disable owner', DEMO_PASSWORD)
  await expect(signInForm(partner)).toBeVisible()
  await menuOf('Petra Partner', 'Enable')
  await prove('Enable owner', DEMO_PASSWORD)
  await expect(page.getByText('Petra Partner enabled')).toBeVisible()

  await menuOf('Petra Partner', 'Make primary owner')
  const handOver = page.getByRole('dialog', { name: 'Make Petra Partner the primary owner' })
  await handOver.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await handOver.getByRole('button', { name: 'Hand over agency' }).click()
  await expect(owners.filter({ hasText: 'Primary owner' })).toContainText('Petra Partner')
  await expect(page.getByRole('button', { name: 'Leave agency' })).toBeVisible()

  await partner.goto('/auth')
  await partner.getByLabel('Email').fill(PARTNER)
  await partner.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await partner.getByRole('button', { name: 'Sign In' }).click()
  await expect(partner).toHaveURL(/\/dashboard/)
  await partner.goto('/settings?section=owners')
  await menuOf('Alex Morgan', 'Remove', partner)
  await prove('Remove owner', 'a guess', partner)
  await expect(partner.getByText('The current password is incorrect.').first()).toBeVisible()
  await prove('Remove owner', PASSWORD, partner)
  await expect(signInForm(page)).toBeVisible()
  await partner.context().close()
})
