import type { Browser, Page } from 'playwright/test'
import { findMailedLink } from '../support/portal/mail.ts'
import { expect, type Portal, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const PASSWORD = 'quiet-harbour-7'
const INVITATION = /http:\/\/localhost:\d+\/auth\?invitation=[\w-]+/

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.use({ data: 'empty' })

async function openPhone(browser: Browser, portal: Portal, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  watch(page)
  return page
}

/** Two quick taps must take effect once. */
async function tapTwice(page: Page, name: string) {
  await button(page, name).last().dblclick()
}

async function choose(page: Page, field: string, option: string) {
  const list = page.getByRole('dialog').getByRole('combobox', { name: field, exact: true })
  await list.tap()
  const entry = page.getByRole('option', { name: option, exact: true })
  const box = await page.getByRole('listbox').filter({ has: entry }).boundingBox()
  expect(box?.x, `${field} opens on the screen`).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0), `${field} opens on the screen`).toBeLessThanOrEqual(390)
  await entry.tap()
}

async function accept(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tapTwice(page, 'Accept invitation')
}

test('on phones, a new agency gets from registration to its first paid invoice', async ({
  browser,
  portal,
  watch,
}) => {
  const owner = await openPhone(browser, portal, watch)
  await owner.goto('/')
  await owner.getByRole('link', { name: 'Get Started' }).first().tap()
  await owner.getByLabel('Name', { exact: true }).fill('Rosa Lind')
  await owner.getByLabel('Email').fill('rosa@lind.test')
  await owner.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await owner.getByLabel('Confirm password').fill(PASSWORD)
  await owner.getByLabel('Agency name').fill('Lind & Co')
  await tapTwice(owner, 'Create account')
  await expect(heading(owner, 'Agency Dashboard')).toBeVisible()
  await expect(owner.getByText('0 of 7 done')).toBeVisible()

  await button(owner, 'Add your first client').tap()
  await dialog(owner, 'Add Client').getByLabel('Name').fill('Otto Berg')
  await dialog(owner, 'Add Client').getByLabel('Email').fill('otto@berg.test')
  await dialog(owner, 'Add Client')
    .getByRole('switch', { name: /Send portal invitation/ })
    .check()
  await tapTwice(owner, 'Add Client')
  await expect(owner.getByText('1 of 7 done')).toBeVisible()
  const toClient = await findMailedLink(portal.dataDir, INVITATION)

  await owner.getByRole('link', { name: 'Add your first contributor' }).tap()
  await dialog(owner, 'Add Employee').getByLabel('Name').fill('Emil Sand')
  await dialog(owner, 'Add Employee').getByLabel('Email').fill('emil@sand.test')
  await dialog(owner, 'Add Employee').getByLabel('Role').fill('senior_developer')
  await dialog(owner, 'Add Employee')
    .getByRole('switch', { name: /Send portal invitation/ })
    .check()
  await tapTwice(owner, 'Add Employee')
  await expect(owner.getByText('An email with a link to join has been sent to emil@sand.test.')).toBeVisible()
  await owner.goto('/dashboard')
  await expect(owner.getByText('2 of 7 done')).toBeVisible()
  let toContributor = toClient
  await expect
    .poll(async () => {
      toContributor = await findMailedLink(portal.dataDir, INVITATION)
      return toContributor
    })
    .not.toBe(toClient)

  await button(owner, 'Create your first project').tap()
  await dialog(owner, 'New Project').getByRole('textbox', { name: 'Name', exact: true }).fill('Orchard')
  await choose(owner, 'Category', 'Design')
  await expect(dialog(owner, 'New Project').getByLabel('Client')).toHaveValue('Otto Berg')
  await tapTwice(owner, 'Create Project')
  await expect(owner.getByRole('textbox', { name: 'Add task' })).toBeFocused()
  await owner.goto('/dashboard')
  await expect(owner.getByText('3 of 7 done')).toBeVisible()

  const contributor = await openPhone(browser, portal, watch)
  await accept(contributor, toContributor, 'Emil Sand')
  await expect(heading(contributor, 'Contributor Dashboard')).toBeVisible()
  await expect(contributor.getByRole('link', { name: 'Track your first time' })).toBeVisible()
  const client = await openPhone(browser, portal, watch)
  await accept(client, toClient, 'Otto Berg')
  await expect(heading(client, 'Client Portal')).toBeVisible()
  await expect(client.getByRole('link', { name: 'Write your first message' })).toBeVisible()

  await button(owner, 'Skip: Add your logo').tap()
  await button(owner, 'Skip: Enter your company details').tap()
  await button(owner, 'Skip: Set your hourly rate').tap()
  await button(owner, 'Skip: Choose how you get paid').tap()
  await expect(heading(owner, 'Getting started')).toHaveCount(0)
  await button(owner, 'Create Task').tap()
  await dialog(owner, 'Add Task').getByLabel('Title').fill('Plant the trees')
  await choose(owner, 'Project', 'Orchard')
  await choose(owner, 'Assignee', 'Emil Sand')
  await tapTwice(owner, 'Create Task')

  await contributor.goto('/work-log')
  await button(contributor, 'New Entry').first().tap()
  await dialog(contributor, 'New Entry').getByLabel('Duration').last().fill('2h')
  await choose(contributor, 'Project', 'Orchard')
  await tapTwice(contributor, 'Add Entry')
  const entries = contributor.getByRole('list', { name: 'Recent Entries' }).getByText('Orchard')
  await expect(entries).toHaveCount(1)

  await owner.goto('/invoices?new=1')
  await choose(owner, 'Client', 'Otto Berg')
  await dialog(owner, 'Create Invoice').getByLabel('Title').fill('First trees')
  await dialog(owner, 'Create Invoice').getByLabel('Description of line 1').fill('Oak')
  await dialog(owner, 'Create Invoice').getByLabel('Rate of line 1').fill('50')
  await tapTwice(owner, 'Create Invoice')
  await owner.getByRole('region', { name: 'First trees' }).getByRole('button', { name: 'Send invoice' }).tap()
  await expect(dialog(owner, 'Send invoice').getByLabel('Subject')).toBeVisible()
  await tapTwice(owner, 'Send invoice')
  await expect(owner.getByRole('region', { name: 'INV-1001 First trees' })).toBeVisible()

  await client.goto('/my-invoices')
  await client.getByRole('list', { name: 'Invoices' }).getByRole('button', { name: 'First trees' }).tap()
  await client.getByRole('region', { name: 'First trees' }).getByRole('button', { name: 'Pay Invoice' }).tap()
  await client.getByLabel('Card number').fill('4242424242424242')
  await client.getByLabel('Expiry').fill('12 / 34')
  await client.getByLabel('CVC').fill('123')
  await checkScreen(client)
  await tapTwice(client, 'Pay $50.00 USD')
  await expect(client.getByRole('link', { name: 'Download receipt' })).toBeVisible()
  await client.goto('/messages')
  await client.getByRole('button', { name: /Orchard/ }).tap()
  await client.getByRole('textbox', { name: 'Message', exact: true }).fill('They grow!')
  await tapTwice(client, 'Send')
  await expect(client.getByRole('log').getByText('They grow!', { exact: true })).toHaveCount(1)

  const counts: [path: string, input?: Record<string, unknown>][] = [
    ['clients.list'],
    ['employees.list'],
    ['projects.list'],
    ['tasks.list'],
    ['invoices.list'],
    ['payments.list'],
  ]
  for (const [path, input] of counts) {
    const { items } = await callAs<{ items: unknown[] }>(owner, path, 'query', input)
    expect(items, path).toHaveLength(1)
  }
  await owner.goto('/dashboard')
  await expect(owner.getByRole('main').getByRole('link', { name: /^Monthly Revenue/ })).toContainText('$50')
  for (const page of [owner, contributor, client]) await page.context().close()
})

for (const role of ['employee', 'client'] as const) {
  test(`the ${role} without an invitation sees a notice and no actions that would fail`, async ({
    page,
    portal,
  }) => {
    await page.goto('/auth')
    const answer = await page.request.post('/trpc/auth.signUp', {
      headers: { origin: portal.url, 'content-type': 'application/json' },
      data: { name: 'Ann Lone', email: 'ann@lone.test', password: PASSWORD, role },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await page.goto('/tasks?new=true')
    await expect(heading(page, 'No tasks yet')).toBeVisible()
    await expect(page.getByText('Ask your agency to invite ann@lone.test')).toBeVisible()
    await expect(page.getByRole('button', { name: /Add (Task|your first task)/ })).toHaveCount(0)
    await page.goto('/schedules?new=event')
    await expect(heading(page, 'No events on this day')).toBeVisible()
    await expect(button(page, 'New Event')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/payments?tab=quick-pay')
    if (role === 'client') await expect(heading(page, 'No one to pay yet')).toBeVisible()
    else await expect(page.getByText('One payment to Foyer')).toBeVisible()
    await checkScreen(page)
  })
}
