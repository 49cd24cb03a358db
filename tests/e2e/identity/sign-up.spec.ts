import { findMailedLink } from '../support/portal/mail.ts'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

test.use({
  data: 'empty',
  env: { REQUIRE_EMAIL_VERIFICATION: '1' },
  expectedProblems: [/status of 40[13]/],
})

test('after sign-up, a card shows the email address, resends the link and allows a correction', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await page.goto('/auth?mode=register')
  await page.getByLabel('Name', { exact: true }).fill('Nia Okafor')
  await page.getByLabel('Email').fill('nai@example.test')
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('tangerine-42')
  await page.getByLabel('Agency name').fill('Okafor Studio')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('Registration Successful')).toBeVisible()
  await expect(page.getByText('nai@example.test')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await checkScreen(page)

  const mailed: string[] = []
  /** The link of the next email; waits, so that an earlier one isn't mistaken for it. */
  const nextLink = async () => {
    let link = ''
    const find = async () => {
      link = await findMailedLink(portal.dataDir, /\/\?verify=[\w-]+/)
      return mailed.includes(link)
    }
    await expect.poll(find).toBe(false)
    mailed.push(link)
    return link
  }
  await nextLink()
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByLabel('Agency name')).toHaveValue('Okafor Studio')
  await page.getByLabel('Email').fill('nia@example.test')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('nia@example.test')).toBeVisible()
  await nextLink()
  for (let second = 0; second < 31; second++) await page.clock.runFor(1000)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText('Email Sent')).toBeVisible()
  await page.goto(await nextLink())
  await checkScreen(page)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Email verified')).toBeVisible()
  await page.getByLabel('Email').fill('nia@example.test')
  await page.getByLabel('Password', { exact: true }).fill('tangerine-42')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.clock.runFor(1000)
  await expect(page.getByText('Welcome!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
})
