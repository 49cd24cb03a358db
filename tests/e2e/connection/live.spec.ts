import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = (page: Page) => callAs<number>(page, 'notifications.unreadCount', 'query')

async function openConversation(page: Page, name: string) {
  await page.goto('/messages')
  await page
    .getByRole('region', { name: 'Projects' })
    .getByRole('button', { name: new RegExp(name) })
    .click()
}

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

/** Counts page loads, to prove that nothing reloads. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test("owner and client see each other's changes immediately", async ({ signIn }) => {
  const [owner, client] = [await signIn('owner'), await signIn('client')]
  await openConversation(client, 'Harbor Spring Campaign')
  await owner.goto('/messages')
  const loads = [countLoads(owner), countLoads(client)]
  const row = owner.getByRole('region', { name: 'Projects' }).getByRole('button', { name: /Spring Campaign/ })
  await say(client, 'Can we move the launch?')
  await expect(row).toContainText('Can we move the launch?')
  await expect(row).toContainText('1 unread')
  await expect(bell(owner)).toHaveAccessibleName('Notifications, 4 unread')

  await row.click()
  await expect(log(owner).getByText('Can we move the launch?')).toBeVisible()
  await expect(log(owner).getByText('Jordan Blake')).toBeVisible()
  await expect(row).not.toContainText('unread')
  await expect(bell(owner)).toHaveAccessibleName('Notifications, 3 unread')
  await expect(log(client).getByText('Seen', { exact: true })).toBeVisible()
  await say(owner, 'Yes, to Friday.')
  await expect(log(client).getByText('Yes, to Friday.')).toBeVisible()
  expect(loads.map((count) => count())).toEqual([0, 0])
})

test("the owner's list updates when the contributor moves a task", async ({ signIn }) => {
  const [owner, contributor] = [await signIn('owner'), await signIn('contributor')]
  await contributor.goto('/dashboard')
  const { items } = await callAs<{ items: { id: string; title: string }[] }>(
    contributor,
    'tasks.list',
    'query',
    { status: 'in_progress' },
  )
  const task = items[0]
  if (task === undefined) throw new Error('The demo has no task in progress')
  await owner.goto('/tasks?status=review')
  await expect(owner.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(owner.getByText(task.title, { exact: true })).toHaveCount(0)
  const loads = countLoads(owner)
  await callAs(contributor, 'tasks.setStatus', 'mutation', { id: task.id, status: 'review' })
  await expect(owner.getByText(task.title, { exact: true }).first()).toBeVisible()
  expect(loads()).toBe(0)
})

test('the bell counts unread notifications, links to the records and can be cleared', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'You have 3 new notifications' })
  await expect(panel).toBeVisible()
  expect(await unread(page)).toBe(3)
  await panel.getByRole('link').first().click()
  await expect(panel).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).click()
  const left = page.getByRole('dialog', { name: 'You have 2 new notifications' })
  await left.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('dialog', { name: 'You have 0 new notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await unread(page)).toBe(0)
})

test('a tab whose session ends elsewhere shows the sign-in screen immediately', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await expect(bell(page)).toBeVisible()
  // The stream is open once another user's change arrives.
  const other = await signIn('client')
  await openConversation(other, 'Harbor Spring Campaign')
  await say(other, 'Hello')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 4 unread')
  await callAs(page, 'auth.signOut', 'mutation')
  await expect(page.getByText('Sign in to your agency management portal')).toBeVisible()
})

test.describe('when the server is unreachable', () => {
  test.use({ expectedProblems: [/ERR_|Failed to fetch|Failed to load resource|status of 50/] })

  test('screens reconnect automatically without losing or duplicating anything', async ({
    signIn,
    portal,
  }) => {
    const [owner, client] = [await signIn('owner'), await signIn('client')]
    for (const page of [owner, client]) await openConversation(page, 'Harbor Spring Campaign')
    await say(client, 'Before')
    await expect(log(owner).getByText('Before', { exact: true })).toBeVisible()
    await portal.restart()
    await say(client, 'After')
    await expect(log(owner).getByText('After', { exact: true })).toBeVisible()
    for (const page of [owner, client]) {
      await expect(log(page).getByText('Before', { exact: true })).toHaveCount(1)
      await expect(log(page).getByText('After', { exact: true })).toHaveCount(1)
    }
  })
})
