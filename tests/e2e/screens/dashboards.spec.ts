import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright/test'
import { type DemoRole, demoEmail, expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'
import { checkScreen, expectNoViolations } from '../support/screens/screen-check.ts'
import { toast } from '../support/screens/tasks.ts'

const main = (page: Page) => page.getByRole('main')
const tile = (page: Page, label: string) =>
  main(page)
    .getByRole('link')
    .filter({ has: page.getByText(label, { exact: true }) })
const entries = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })

async function openDashboard(page: Page, heading: string) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible()
}

async function expectTiles(page: Page, tiles: [label: string, words: (string | RegExp)[], path: string][]) {
  for (const [label, words, path] of tiles) {
    for (const word of words) await expect(tile(page, label)).toContainText(word)
    await expect(tile(page, label)).toHaveAttribute('href', path)
  }
}

test('the platform administrator sees figures of all agencies and acts on them', async ({ signIn }) => {
  const page = await signIn('admin')
  await openDashboard(page, 'Platform Overview')
  await expectTiles(page, [
    ['Total agencies', ['24', 'from last month'], '/agencies'],
    ['Active users', ['148', '+16 from last month'], '/agencies'],
    ['Monthly revenue', ['$37,950', '+15.0% from last month'], '/agencies?sort=revenue'],
    ['Growth rate', ['15.0%', '% from last month'], '/agencies?sort=revenue'],
  ])
  await expect.poll(() => entries(page, 'Recent activity').count()).toBeGreaterThanOrEqual(3)
  const shown = await entries(page, 'Recent activity').count()
  await button(page, 'Show more').click()
  await expect.poll(() => entries(page, 'Recent activity').count()).toBeGreaterThan(shown)
  await expectNoViolations(page)

  await expect(link(page, 'Manage agencies')).toHaveAttribute('href', '/agencies')
  await expect(link(page, 'Subscription packages')).toHaveAttribute('href', '/packages')
  await expect(link(page, 'Platform settings')).toHaveAttribute('href', '/settings')
  await button(page, 'Add Agency').click()
  await expect(page.getByRole('dialog', { name: 'Add Agency' })).toBeVisible()
  await page.keyboard.press('Escape')
  await link(page, 'View Reports').click()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(main(page).getByRole('heading').first()).toBeVisible()
  await page.goto('/dashboard')
  await main(page)
    .getByRole('link', { name: /^Monthly revenue/i })
    .click()
  await expect(main(page).getByRole('link', { name: /^Total Revenue/ })).toContainText(
    '$37,950 in the last 30 days',
  )
})

test("the owner sees the agency's figures and starts work", async ({ signIn }) => {
  const page = await signIn('owner')
  await openDashboard(page, 'Agency Dashboard')
  await expectTiles(page, [
    ['Active Projects', ['3'], '/projects?active=true'],
    ['Total Clients', ['3', 'from last month'], '/clients'],
    ['Monthly Revenue', ['$4,800', '+6.7% from last month'], '/accounts?period=last-30-days'],
    ['Pending Tasks', ['8'], '/tasks?open=true'],
  ])
  await expect(page.getByText('Total agencies')).toHaveCount(0)
  // All first steps are done in the demo.
  await expect(page.getByText('Getting started')).toHaveCount(0)
  for (const [name, path] of [
    ['Schedules', '/schedules'],
    ['Messages', '/messages'],
    ['Settings', '/settings'],
    ['View Reports', '/accounts'],
  ] as const) {
    await expect(link(page, name)).toHaveAttribute('href', path)
  }
  await expectNoViolations(page)

  await button(page, 'New Project').first().click()
  const project = page.getByRole('dialog', { name: 'New Project' })
  await expect(project).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(project).toHaveCount(0)

  await button(page, 'Add Client').click()
  const client = page.getByRole('dialog', { name: 'Add Client' })
  await client.getByLabel('Name').fill('Nia Okafor')
  await client.getByLabel('Email').fill('nia@okafor.test')
  await client.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByText('Client "Nia Okafor" has been added successfully!')).toBeVisible()
  await expect(tile(page, 'Total Clients')).toContainText('4')
  await expect(tile(page, 'Total Clients')).toContainText('+1 from last month')
  await expect(entries(page, 'Recent activity').first()).toContainText('Nia Okafor')

  await button(page, 'Create Task').click()
  const task = page.getByRole('dialog', { name: 'Add Task' })
  await task.getByLabel('Title').fill('Prepare the launch mail')
  await task.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Harbor Spring Campaign' }).click()
  await task.getByRole('button', { name: 'Create Task' }).click()
  await expect(task).toHaveCount(0)
  await expect(tile(page, 'Pending Tasks')).toContainText('9')

  await link(page, 'Create Invoice').click()
  await expect(page.getByRole('dialog', { name: 'Create Invoice' })).toBeVisible()
  await page.goBack()
  await link(page, 'Nia Okafor added as a client').click()
  await expect(page).toHaveURL(/\/clients\?client=/)
  await expect(page.getByRole('article', { name: 'Nia Okafor' })).toBeVisible()
})

test('the contributor completes a task due today and clocks in and out', async ({ signIn }) => {
  const page = await signIn('contributor')
  await openDashboard(page, 'Contributor Dashboard')
  await expectTiles(page, [
    ['My Tasks', ['3'], '/my-tasks?open=true'],
    ['Hours This Week', [/\d+(\.\d+)?h/], '/time-tracking?tab=week'],
    ['Pending Payouts', ['$1,080.00'], '/payouts?payment=pending'],
  ])
  await expect(entries(page, "Today's tasks")).toHaveCount(2)
  await expect(entries(page, 'This week by project').first()).toContainText('Harbor Website Redesign')
  for (const [name, path] of [
    ['My tasks', '/my-tasks'],
    ['Time tracking', '/time-tracking'],
    ['Payouts', '/payouts'],
    ['Messages', '/messages'],
    ['Schedules', '/schedules'],
  ] as const) {
    await expect(link(page, name)).toHaveAttribute('href', path)
  }
  await expectNoViolations(page)

  await entries(page, "Today's tasks")
    .filter({ hasText: 'Contact form API' })
    .getByRole('button', { name: 'Mark Complete' })
    .click()
  await expect(page.getByText('Task moved to done')).toBeVisible()
  await expect(entries(page, "Today's tasks")).toHaveCount(1)
  await expect(tile(page, 'My Tasks')).toContainText('2')

  await tile(page, 'My Tasks').click()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Emma Rivera (me)')
  await expect(page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('article')).toHaveCount(2)
  await page.goBack()

  const timer = main(page).getByRole('region', { name: 'Active timer' })
  await expect(timer).toContainText('Not Running')
  await expect(timer.getByRole('button', { name: 'Pause' })).toBeDisabled()
  await expect(timer.getByRole('button', { name: 'Stop' })).toBeDisabled()
  await button(page, 'Clock In').click()
  await expect(timer).toContainText(/0:00:\d\d/)
  await expect(button(page, 'Clock In')).toHaveCount(0)
  await timer.getByRole('button', { name: 'Pause' }).click()
  await expect(timer).toContainText('Paused')
  await timer.getByRole('button', { name: 'Continue' }).click()
  await expect(timer.getByRole('button', { name: 'Pause' })).toBeVisible()
  await timer.getByRole('button', { name: 'Stop' }).click()
  await expect(timer).toContainText('Not Running')
  await expect(button(page, 'Clock In')).toBeVisible()
})

test('the client follows projects, invoices and messages', async ({ signIn }) => {
  const page = await signIn('client')
  await openDashboard(page, 'Client Portal')
  await expectTiles(page, [
    ['Active Projects', ['2'], '/my-projects?active=true'],
    ['Pending Invoices', ['2', '$4,800.00'], '/my-invoices?status=open'],
    ['Unread Messages', ['2'], '/messages'],
  ])
  const projects = entries(page, 'Projects')
  await expect(projects).toHaveCount(3)
  const website = projects.filter({ hasText: 'Harbor Website Redesign' })
  for (const words of ['65%', 'In Progress', /\w{3} \d+ – \w{3} \d+/, 'Emma Rivera']) {
    await expect(website).toContainText(words)
  }
  const brand = projects.filter({ hasText: 'Harbor Brand Refresh' })
  await expect(page.getByRole('link', { name: 'Download Files' })).toHaveCount(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    brand.getByRole('link', { name: 'Download Files' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)

  await expect(entries(page, 'Recent invoices')).toHaveCount(4)
  const words = await entries(page, 'Recent invoices').allInnerTexts()
  for (const text of words) expect(text).toMatch(/(paid|pending|overdue)$/i)
  await expect(entries(page, 'Recent invoices').filter({ hasText: 'INV-1004' })).toContainText('Pending')
  await expectNoViolations(page)

  await website.getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog', { name: 'Harbor Website Redesign' })
  await expect(details).toBeVisible()
  await page.reload()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await website.getByRole('link', { name: 'Message Team' }).click()
  await expect(page).toHaveURL(/\/messages\?project=/)
  await expect(main(page).getByText('Homepage layout is ready for your review.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(tile(page, 'Unread Messages')).toContainText('1')
})

test('every dashboard fits a phone in light and dark mode', async ({ signIn }) => {
  for (const [role, heading] of [
    ['admin', 'Platform Overview'],
    ['owner', 'Agency Dashboard'],
    ['contributor', 'Contributor Dashboard'],
    ['client', 'Client Portal'],
  ] as [DemoRole, string][]) {
    const page = await signIn(role, { width: 360, height: 800, dark: role !== 'client' })
    await openDashboard(page, heading)
    await expect(entries(page, 'Recent activity').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expectNoViolations(page)
  }
})

test.describe('a new agency', () => {
  test.use({ data: 'empty' })

  test('shows the first steps', async ({ page }) => {
    await page.goto('/auth')
    const { request } = page
    const answer = await request.post('/trpc/auth.signUp', {
      headers: { origin: new URL(page.url()).origin, 'content-type': 'application/json' },
      data: {
        name: 'Rosa Lind',
        email: 'rosa@lind.test',
        password: 'Strong-Pass-2026',
        role: 'agency_admin',
        agency_name: 'Lind & Co',
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await openDashboard(page, 'Agency Dashboard')
    await expect(tile(page, 'Active Projects')).toContainText('0')
    const steps = entries(page, 'Getting started')
    await expect(steps).toHaveCount(7)
    // Test cards don't count as a payment method.
    await expect(page.getByText('0 of 7 done')).toBeVisible()
    await button(page, 'Add your first client').click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await dialog.getByLabel('Name').fill('First Client')
    await dialog.getByLabel('Email').fill('first@client.test')
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(page.getByText('1 of 7 done')).toBeVisible()
    await expect(steps.filter({ hasText: 'Add your first client' })).toContainText('Done')

    await button(page, 'Add a sample project').click()
    const sample = page.getByRole('heading', { name: 'Sample: a new website' })
    await expect(sample).toBeVisible()
    await expect(page.getByText('This is a sample project to explore.')).toBeVisible()
    await button(page, 'Remove the sample project').click()
    await expect(page.getByText('Sample project removed')).toBeVisible()
    await expect(sample).toHaveCount(0)

    await openDashboard(page, 'Agency Dashboard')
    await button(page, 'Skip: Add your logo').click()
    await expect(steps.first()).toContainText('Skipped')
    await button(page, 'Undo skip: Add your logo').click()
    await expect(steps.first().getByRole('link', { name: 'Add your logo' })).toBeVisible()
    await button(page, 'Not now').click()
    await expect(page.getByText('Getting started')).toHaveCount(0)
  })
})

test('an unknown role sees its name and nothing else', async ({ signIn, portal }) => {
  const database = new DatabaseSync(join(portal.dataDir, 'foyer.db'))
  database
    .prepare("update profiles set role = 'auditor' where user_id = (select id from users where email = ?)")
    .run(demoEmail('contributor'))
  database.close()
  const page = await signIn('contributor')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await withoutPageData(page)
  await page.route('**/trpc/auth.session**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Loading...')).toBeVisible()
  release()
  await expect(main(page).getByText('Welcome, Emma Rivera. Your role is auditor.')).toBeVisible()
  await expect(tile(page, 'My Tasks')).toHaveCount(0)
})

test('the dashboard lists pending items, and a week is approved in place', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  const waiting = page.getByRole('list', { name: 'Waiting on you' }).getByRole('listitem')
  const late = waiting.filter({ hasText: 'owes $1,200.00 on INV-1005' })
  await late.getByRole('button', { name: 'Remind' }).click()
  await expect(late).toContainText('Reminded just now')
  await toast(page, 'Reminder sent').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Reminder undone')).toBeVisible()
  await expect(late.getByRole('button', { name: 'Remind' })).toBeVisible()

  const week = waiting.filter({ hasText: 'Emma Rivera submitted' })
  await week.getByRole('button', { name: 'Approve' }).click()
  await expect(week).toHaveCount(0)
  await toast(page, 'Week approved').getByRole('button', { name: 'Undo' }).click()
  await expect(week).toHaveCount(1)
  await week.getByRole('button', { name: 'Approve' }).click()
  await expect(week).toHaveCount(0)

  await waiting
    .filter({ hasText: 'reported a transfer of' })
    .getByRole('link', { name: 'Review', exact: true })
    .click()
  const chosen = page.getByRole('row').and(page.locator('[aria-current]'))
  await expect(chosen).toBeInViewport()
  await expect(chosen).toContainText('Jordan Blake')

  const client = await signIn('client', { width: 390, height: 844 })
  await client.goto('/dashboard')
  const forClient = client.getByRole('list', { name: 'Waiting on you' }).getByRole('listitem')
  await expect(forClient.first()).toBeVisible()
  await checkScreen(client)
  await forClient
    .filter({ hasText: 'Landing page copy.md' })
    .getByRole('link', { name: 'Review', exact: true })
    .click()
  await expect(client).toHaveURL(/\/projects\?.*file=/)
})
