import type { Page } from 'playwright/test'
import { findMailedLink } from '../../support/portal/mail.ts'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../../support/portal/portal.ts'
import { checkScreen } from '../../support/screens/screen-check.ts'

test.use({ expectedProblems: [/Failed to load resource.*(400|401|403)/] })

async function fillLogin(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('with registration by invitation, sign-up is hidden but invited users can join', async ({
  signIn,
  page,
  portal,
}) => {
  const admin = await signIn('admin')
  await admin.goto('/settings?section=platform')
  await admin.getByRole('radio', { name: 'By invitation only' }).check()
  await admin.getByRole('button', { name: 'Save platform settings' }).click()
  await expect(admin.getByText('Platform settings saved')).toBeVisible()

  await page.goto('/auth')
  await expect(
    page.getByText('Registration is by invitation only. Ask your agency for an invitation.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign up' })).toHaveCount(0)
  await checkScreen(page)

  const owner = await signIn('owner')
  await owner.goto('/clients?new=1')
  const add = owner.getByRole('dialog', { name: 'Add Client' })
  await add.getByLabel('Name').fill('Ivy Invited')
  await add.getByLabel('Email').fill('ivy@example.test')
  await add.getByRole('switch', { name: 'Send portal invitation' }).press('Space')
  await add.getByRole('button', { name: 'Add Client' }).click()
  await page.goto(await findMailedLink(portal.dataDir, /\/auth\?invitation=[\w-]+/))
  await page.getByLabel('Name').fill('Ivy Invited')
  await page.getByLabel('Password', { exact: true }).fill('tangerine-42')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Client Portal' })).toBeVisible()
})

test('the link for a new email address works through sign-in and explains a wrong account', async ({
  signIn,
  page,
  portal,
}) => {
  const owner = await signIn('owner')
  await owner.goto('/settings')
  await owner.getByRole('button', { name: 'Change email' }).click()
  const change = owner.getByRole('dialog', { name: 'Change email' })
  await change.getByLabel('New email').fill('alex@example.test')
  await change.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await change.getByRole('button', { name: 'Send confirmation' }).click()
  const link = await findMailedLink(portal.dataDir, /\/settings\?section=profile&email_token=[\w-]+/)

  const other = await signIn('contributor')
  await other.goto(link)
  await other.getByRole('alertdialog').getByRole('button', { name: 'Confirm email' }).click()
  await expect(other.getByText('Email Confirmation Failed')).toBeVisible()
  await expect(other.getByText(/belongs to another account/)).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('Sign in with your current email to confirm the new one.')).toBeVisible()
  await fillLogin(page, demoEmail('owner'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('You now sign in with alex@example.test.')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\?section=profile$|\/settings$/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('alex@example.test')

  await page.goto(link)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText(/has already been used or has expired/)).toBeVisible()
})
