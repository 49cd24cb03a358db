import type { Page } from 'playwright/test'
import { runSql } from '../support/portal/database.ts'
import { runJob } from '../support/portal/jobs.ts'
import { demoEmail, expect, type Portal, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Actions of the owner that notify the contributor, and how they arrived. */
function correspondence(portal: Portal, owner: Page, admin: Page, contributor: Page) {
  const [project] = runSql(portal, "select id from projects where name = 'Harbor Website Redesign'")
  const mails = () =>
    runSql(portal, 'select id from mail_outbox where recipient = ?', demoEmail('contributor')).length
  return {
    async say(content: string): Promise<number> {
      await callAs(contributor, 'notifications.markAllRead', 'mutation')
      await callAs(owner, 'messages.send', 'mutation', { project_id: String(project?.id), content })
      return callAs<number>(contributor, 'notifications.unreadCount', 'query')
    },
    /** Emails queued after due notifications have waited for this long. */
    async mailsAfter(wait: number): Promise<number> {
      const before = mails()
      const then = new Date(Date.now() - wait).toISOString()
      runSql(portal, "update notifications set created_at = ? where mail = 'due'", then)
      await runJob(portal, admin, 'notification-mails')
      return mails() - before
    },
  }
}

test('each event uses its configured channels: immediately, daily or never', async ({ signIn, portal }) => {
  const [page, owner, admin] = [await signIn('contributor'), await signIn('owner'), await signIn('admin')]
  for (const other of [owner, admin]) await other.goto('/dashboard')
  await page.goto('/settings?section=notifications')
  const { say, mailsAfter } = correspondence(portal, owner, admin, page)
  const channel = (name: string) => page.getByRole('checkbox', { name: `A new message: ${name}` })
  const save = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('notifications.savePreferences')),
      page.getByRole('button', { name: 'Save notifications' }).click(),
    ])
    expect(answer.status()).toBe(200)
  }
  const deliverMails = async (when: string) => {
    await page.getByRole('combobox', { name: 'Email delivery' }).click()
    await page.getByRole('option', { name: when }).click()
    await save()
  }
  await expect(channel('In the portal')).toBeChecked()
  await expect(channel('By email')).not.toBeChecked()
  await checkScreen(page)
  await mailsAfter(3 * DAY)
  expect(await say('In the portal alone')).toBe(1)
  expect(await mailsAfter(3 * MINUTE)).toBe(0)

  await channel('By email').check()
  await save()
  expect(await say('In the portal and by mail')).toBe(1)
  expect(await mailsAfter(3 * MINUTE)).toBe(1)
  await channel('In the portal').uncheck()
  await save()
  expect(await say('By mail alone')).toBe(0)
  expect(await mailsAfter(3 * MINUTE)).toBe(1)

  // Noon in the current zone: the daily digest is built at eight.
  const zone = `Etc/GMT${new Date().getUTCHours() >= 12 ? '+' : '-'}${Math.abs(new Date().getUTCHours() - 12)}`
  runSql(portal, 'update agencies set timezone = ?', zone.replace(/GMT[+-]0$/, 'UTC'))
  await deliverMails('Daily summary')
  await say('Tomorrow')
  expect(await mailsAfter(3 * MINUTE)).toBe(0)
  expect(await mailsAfter(2 * DAY)).toBe(1)

  await deliverMails('Never')
  await expect(channel('By email')).toBeDisabled()
  await say('Nothing at all')
  expect(await mailsAfter(2 * DAY)).toBe(0)
  await deliverMails('Immediately')
  await page.reload()
  await expect(channel('In the portal')).not.toBeChecked()
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Email notifications' }).click()
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
  await say('Not by mail')
  expect(await mailsAfter(2 * DAY)).toBe(0)
})

test.describe('appearance', () => {
  test.use({ expectedProblems: [/ERR_FAILED|Failed to load resource/] })

  test('is saved, applied before the first paint, and follows the user', async ({ signIn }) => {
    const page = await signIn('owner')
    const scheme = (other: Page) => expect(other.locator('html'))
    await page.goto('/settings?section=appearance')
    await scheme(page).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.getByRole('radiogroup').getByText('Dark').click()
    await scheme(page).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('switch', { name: 'Compact' }).click()
    await scheme(page).toHaveAttribute('data-compact', '')
    await checkScreen(page)

    // With the portal's scripts blocked, only the script before the first paint can have set it.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await scheme(page).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.unroute('**/assets/*.js')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Compact' })).toBeChecked()

    const laptop = await signIn('owner')
    await laptop.goto('/settings?section=appearance')
    await scheme(laptop).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await scheme(laptop).toHaveAttribute('data-compact', '')
    await laptop.getByRole('radiogroup').getByText('System').click()
    await scheme(laptop).toHaveAttribute('data-mantine-color-scheme', 'light')
    await laptop.emulateMedia({ colorScheme: 'dark' })
    await scheme(laptop).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})
