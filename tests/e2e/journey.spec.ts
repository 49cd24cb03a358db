import type { Browser, Page } from 'playwright/test'
import { runSql } from './support/database.ts'
import { countingHands } from './support/effort.ts'
import { findMailedLink } from './support/mail.ts'
import { expect, type Portal, test } from './support/portal.ts'

const PASSWORD = 'quiet-harbour-7'
const INVITATION = /http:\/\/localhost:\d+\/auth\?invitation=[\w-]+/
const TITLES = ['Choose the trees', 'Dig the holes', 'Plant the trees']

/** A zone where it is day, so that two hours ago is the same day of the same week. */
const DAYTIME = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/New_York'

test.use({ data: 'empty' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sidebar = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('link', { name, exact: true })
const waiting = (page: Page, title: string) => page.getByRole('list', { name: title })

async function openBrowser(browser: Browser, portal: Portal, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-US', timezoneId: DAYTIME })
  const page = await context.newPage()
  watch(page)
  return page
}

/** As though the running timer had been started two hours earlier. */
function letTwoHoursPass(portal: Portal): void {
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString()
  runSql(portal, 'update time_entries set started_at = ?', before)
}

test('from its sign-up to its books, an agency takes few clicks and fields', async ({
  browser,
  portal,
  watch,
}) => {
  const hands = countingHands()
  const [owner, contributor, client] = [
    await openBrowser(browser, portal, watch),
    await openBrowser(browser, portal, watch),
    await openBrowser(browser, portal, watch),
  ]

  await owner.goto('/')
  await hands.step('sign-up', async () => {
    await hands.click(owner.getByRole('link', { name: 'Get Started' }).first())
    await hands.click(button(owner, 'Sign up'))
    await hands.fill(owner.getByLabel('Name', { exact: true }), 'Rosa Lind')
    await hands.fill(owner.getByLabel('Email'), 'rosa@lind.test')
    await hands.fill(owner.getByLabel('Password', { exact: true }), PASSWORD)
    await hands.fill(owner.getByLabel('Confirm password'), PASSWORD)
    await hands.fill(owner.getByLabel('Agency name'), 'Lind & Co')
    await hands.click(button(owner, 'Create account'))
    await expect(owner.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  })

  await hands.step('client added and invited', async () => {
    await hands.click(button(owner, 'Add your first client'))
    const form = dialog(owner, 'Add Client')
    await hands.fill(form.getByLabel('Name'), 'Otto Berg')
    await hands.fill(form.getByLabel('Email'), 'otto@berg.test')
    await hands.click(form.getByRole('switch', { name: /Send portal invitation/ }))
    await hands.click(form.getByRole('button', { name: 'Add Client' }))
    await expect(form).toBeHidden()
  })
  const toClient = await findMailedLink(portal.dataDir, INVITATION)

  await hands.step('contributor added and invited', async () => {
    await hands.click(owner.getByRole('link', { name: 'Add your first contributor' }))
    const form = dialog(owner, 'Add Employee')
    await hands.fill(form.getByLabel('Name'), 'Emil Sand')
    await hands.fill(form.getByLabel('Email'), 'emil@sand.test')
    await hands.fill(form.getByLabel('Role'), 'gardener')
    await hands.fill(form.getByLabel('Hourly rate'), '60')
    await hands.click(form.getByRole('switch', { name: /Send portal invitation/ }))
    await hands.click(form.getByRole('button', { name: 'Add Employee' }))
    await expect(form).toBeHidden()
  })
  let toContributor = toClient
  await expect
    .poll(async () => {
      toContributor = await findMailedLink(portal.dataDir, INVITATION)
      return toContributor
    })
    .not.toBe(toClient)

  for (const [name, page, link] of [
    ['contributor', contributor, toContributor],
    ['client', client, toClient],
  ] as const) {
    await hands.step(`invitation of the ${name} accepted`, async () => {
      await hands.openMailed(() => page.goto(link))
      await hands.fill(page.getByLabel('Password', { exact: true }), PASSWORD)
      await hands.click(button(page, 'Accept invitation'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dashboard|Portal/)
    })
  }

  await hands.step('project', async () => {
    await hands.click(sidebar(owner, 'Overview'))
    await hands.click(button(owner, 'Create your first project'))
    const form = dialog(owner, 'New Project')
    await hands.fill(form.getByRole('textbox', { name: 'Name', exact: true }), 'Orchard')
    await hands.choose(form.getByRole('combobox', { name: 'Category' }), 'Design')
    await expect(form.getByLabel('Client')).toHaveValue('Otto Berg')
    await expect(form.getByText('Emil Sand')).toBeVisible()
    await hands.click(form.getByRole('button', { name: 'Create project' }))
    await expect(owner.getByText('Project Created')).toBeVisible()
  })

  await hands.step('three tasks', async () => {
    const line = owner.getByRole('textbox', { name: 'Add task' })
    await expect(line).toBeFocused()
    for (const title of TITLES) {
      await hands.fill(line, title)
      await hands.enter(line)
      await expect(owner.getByRole('link', { name: title })).toBeVisible()
    }
  })

  await hands.step('time on a task', async () => {
    await hands.click(button(contributor, `Start timer for ${TITLES[0]}`))
    await expect(button(contributor, `Stop timer for ${TITLES[0]}`)).toBeVisible()
  })
  letTwoHoursPass(portal)

  await hands.step('week submitted', async () => {
    await hands.click(button(contributor, `Stop timer for ${TITLES[0]}`))
    await hands.click(contributor.getByRole('link', { name: 'Submit your first week' }))
    await hands.click(dialog(contributor, 'Submit week').getByRole('button', { name: 'Submit week' }))
    await expect(dialog(contributor, 'Submit week')).toBeHidden()
  })

  await hands.step('week approved', async () => {
    await hands.click(sidebar(owner, 'Overview'))
    await hands.click(waiting(owner, 'Waiting on you').getByRole('button', { name: 'Approve' }))
    await expect(owner.getByText('Week approved')).toBeVisible()
  })

  await hands.step('invoice from hours', async () => {
    await hands.click(waiting(owner, 'Waiting on you').getByRole('link', { name: 'Bill', exact: true }))
    const form = dialog(owner, 'Invoice from time and expenses')
    await expect(form.getByRole('table', { name: 'Invoice lines' })).toContainText('$120.00')
    await hands.click(form.getByRole('button', { name: 'Create and send' }))
  })
  await hands.step('invoice sent', async () => {
    await hands.click(dialog(owner, 'Send invoice').getByRole('button', { name: 'Send invoice' }))
    await expect(owner.getByText('Invoice sent')).toBeVisible()
  })

  await hands.step('invoice paid', async () => {
    await hands.click(
      client.getByRole('list', { name: /^Waiting/ }).getByRole('link', { name: 'Pay', exact: true }),
    )
    await hands.fill(client.getByLabel('Card number'), '4242424242424242')
    await hands.fill(client.getByLabel('Expiry'), '12 / 34')
    await hands.fill(client.getByLabel('CVC'), '123')
    await hands.click(button(client, 'Pay $120.00 USD'))
    await expect(client.getByRole('link', { name: 'Download receipt' })).toBeVisible()
  })

  await hands.step('payout', async () => {
    await hands.click(sidebar(owner, 'Overview'))
    await hands.click(waiting(owner, 'Waiting on you').getByRole('link', { name: 'Pay out', exact: true }))
    await hands.click(button(owner, 'Create and record as paid'))
    await expect(owner.getByText('Payout recorded')).toBeVisible()
  })

  await hands.step('finance', async () => {
    await hands.click(sidebar(owner, 'Overview'))
    await hands.click(owner.getByRole('link', { name: 'View Reports' }))
    for (const [tile, amount] of [
      ['Total Revenue', '$120'],
      ['Expenses', '$120'],
      ['Net Profit', '$0'],
    ] as const) {
      await expect(owner.getByRole('main').getByRole('link', { name: new RegExp(`^${tile}`) })).toContainText(
        amount,
      )
    }
  })
  const all = hands.total()
  expect(all.clicks + all.enters, 'clicks of the journey').toBeLessThanOrEqual(45)
  expect(all.fields, 'fields of the journey').toBeLessThanOrEqual(20)
  const tasks = hands.of('three tasks')
  expect(tasks.clicks + tasks.enters, 'clicks for three tasks').toBeLessThanOrEqual(3)
  expect(hands.of('time on a task'), 'time on a task').toEqual({ clicks: 1, enters: 0, fields: 0 })
  for (const page of [owner, contributor, client]) await page.context().close()
})
