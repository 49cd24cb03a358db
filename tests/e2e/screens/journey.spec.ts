import type { Browser, Page } from 'playwright/test'
import { runSql } from '../support/portal/database.ts'
import { findMailedLink } from '../support/portal/mail.ts'
import { expect, type Portal, test } from '../support/portal/portal.ts'
import { countActions } from '../support/screens/effort.ts'

const PASSWORD = 'quiet-harbour-7'
const INVITATION = /http:\/\/localhost:\d+\/auth\?invitation=[\w-]+/
const TITLES = ['Choose the trees', 'Dig the holes', 'Plant the trees']

/** A time zone where it is daytime, so that two hours ago is the same day and week. */
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

/** Simulates that the running timer was started two hours earlier. */
function backdateTimer(portal: Portal): void {
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString()
  runSql(portal, 'update time_entries set started_at = ?', before)
}

type Actions = ReturnType<typeof countActions>

async function signUp(user: Actions, owner: Page) {
  await user.click(owner.getByRole('link', { name: 'Get Started' }).first())
  await user.fill(owner.getByLabel('Name', { exact: true }), 'Rosa Lind')
  await user.fill(owner.getByLabel('Email'), 'rosa@lind.test')
  await user.fill(owner.getByLabel('Password', { exact: true }), PASSWORD)
  await user.fill(owner.getByLabel('Confirm password'), PASSWORD)
  await user.fill(owner.getByLabel('Agency name'), 'Lind & Co')
  await user.click(button(owner, 'Create account'))
}

async function inviteClient(user: Actions, owner: Page) {
  await user.click(button(owner, 'Add your first client'))
  const form = dialog(owner, 'Add Client')
  await user.fill(form.getByLabel('Name'), 'Otto Berg')
  await user.fill(form.getByLabel('Email'), 'otto@berg.test')
  await user.click(form.getByRole('switch', { name: /Send portal invitation/ }))
  await user.click(form.getByRole('button', { name: 'Add Client' }))
  await expect(form).toBeHidden()
}

async function acceptInvitation(user: Actions, page: Page, link: string) {
  await user.openMailed(() => page.goto(link))
  await user.fill(page.getByLabel('Password', { exact: true }), PASSWORD)
  await user.click(button(page, 'Accept invitation'))
}

/** Without submitting it. */
async function fillProject(user: Actions, owner: Page) {
  await user.click(button(owner, 'Create your first project'))
  const form = dialog(owner, 'New Project')
  await user.fill(form.getByRole('textbox', { name: 'Name', exact: true }), 'Orchard')
  await user.choose(form.getByRole('combobox', { name: 'Category' }), 'Design')
  await expect(form.getByLabel('Client')).toHaveValue('Otto Berg')
  return form
}

/** Returns the amount before tax, because time advances by seconds while a timer is being stopped. */
async function billHours(user: Actions, owner: Page, hours: RegExp): Promise<string> {
  await user.click(waiting(owner, 'Waiting on you').getByRole('link', { name: 'Bill', exact: true }))
  const form = dialog(owner, 'Invoice from time and expenses')
  const lines = form.getByRole('table', { name: 'Invoice lines' })
  await expect(lines).toContainText(hours)
  const [amount = ''] = hours.exec(await lines.innerText()) ?? []
  await user.click(form.getByRole('button', { name: 'Create and send' }))
  return amount
}

async function sendInvoice(user: Actions, owner: Page) {
  await user.click(dialog(owner, 'Send invoice').getByRole('button', { name: 'Send invoice' }))
  await expect(owner.getByText('Invoice sent')).toBeVisible()
}

async function payInvoice(user: Actions, client: Page, amount: string) {
  await user.click(
    client.getByRole('list', { name: /^Waiting/ }).getByRole('link', { name: 'Pay', exact: true }),
  )
  await user.fill(client.getByLabel('Card number'), '4242424242424242')
  await user.fill(client.getByLabel('Expiry'), '12 / 34')
  await user.fill(client.getByLabel('CVC'), '123')
  await user.click(button(client, `Pay ${amount} USD`))
  await expect(client.getByRole('link', { name: 'Download receipt' })).toBeVisible()
}

test('an agency gets from sign-up to its accounts in few clicks and fields', async ({
  browser,
  portal,
  watch,
}) => {
  const user = countActions()
  const [owner, contributor, client] = [
    await openBrowser(browser, portal, watch),
    await openBrowser(browser, portal, watch),
    await openBrowser(browser, portal, watch),
  ]

  await owner.goto('/')
  await user.step('sign-up', async () => {
    await signUp(user, owner)
    await expect(owner.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  })

  await user.step('client added and invited', async () => {
    await inviteClient(user, owner)
  })
  const toClient = await findMailedLink(portal.dataDir, INVITATION)

  await user.step('contributor added and invited', async () => {
    await user.click(owner.getByRole('link', { name: 'Add your first contributor' }))
    const form = dialog(owner, 'Add Employee')
    await user.fill(form.getByLabel('Name'), 'Emil Sand')
    await user.fill(form.getByLabel('Email'), 'emil@sand.test')
    await user.fill(form.getByLabel('Role'), 'gardener')
    await user.fill(form.getByLabel('Hourly rate'), '60')
    await user.click(form.getByRole('switch', { name: /Send portal invitation/ }))
    await user.click(form.getByRole('button', { name: 'Add Employee' }))
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
    await user.step(`invitation of the ${name} accepted`, async () => {
      await acceptInvitation(user, page, link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dashboard|Portal/)
    })
  }

  await user.step('project', async () => {
    await user.click(sidebar(owner, 'Overview'))
    const form = await fillProject(user, owner)
    await expect(form.getByText('Emil Sand')).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Create Project' }))
    await expect(owner.getByText('Project Created')).toBeVisible()
  })

  await user.step('three tasks', async () => {
    const line = owner.getByRole('textbox', { name: 'Add task' })
    await expect(line).toBeFocused()
    for (const title of TITLES) {
      await user.fill(line, title)
      await user.enter(line)
      await expect(owner.getByRole('link', { name: title })).toBeVisible()
    }
  })

  await user.step('time on a task', async () => {
    await user.click(button(contributor, `Start timer for ${TITLES[0]}`))
    await expect(button(contributor, `Stop timer for ${TITLES[0]}`)).toBeVisible()
  })
  backdateTimer(portal)

  await user.step('week submitted', async () => {
    await user.click(button(contributor, `Stop timer for ${TITLES[0]}`))
    // A week can't be submitted while its timer runs.
    await expect(contributor.getByText('Timer stopped')).toBeVisible()
    await user.click(contributor.getByRole('link', { name: 'Submit your first week' }))
    await user.click(dialog(contributor, 'Submit week').getByRole('button', { name: 'Submit week' }))
    await expect(dialog(contributor, 'Submit week')).toBeHidden()
  })

  await user.step('week approved', async () => {
    await user.click(sidebar(owner, 'Overview'))
    await user.click(waiting(owner, 'Waiting on you').getByRole('button', { name: 'Approve' }))
    await expect(owner.getByText('Week approved')).toBeVisible()
  })

  let amount = ''
  await user.step('invoice from hours', async () => {
    amount = await billHours(user, owner, /\$120\.\d\d/)
  })
  await user.step('invoice sent', async () => {
    await sendInvoice(user, owner)
  })

  await user.step('invoice paid', async () => {
    await payInvoice(user, client, amount)
  })

  await user.step('payout', async () => {
    await user.click(sidebar(owner, 'Overview'))
    await user.click(waiting(owner, 'Waiting on you').getByRole('link', { name: 'Pay out', exact: true }))
    await user.click(button(owner, 'Create and record as paid'))
    await expect(owner.getByText('Payout recorded')).toBeVisible()
  })

  await user.step('finance', async () => {
    await user.click(sidebar(owner, 'Overview'))
    await user.click(owner.getByRole('link', { name: 'View Reports' }))
    for (const [tile, shown] of [
      ['Total Revenue', '$120'],
      ['Expenses', '$120'],
      ['Net Profit', '$0'],
    ] as const) {
      await expect(owner.getByRole('main').getByRole('link', { name: new RegExp(`^${tile}`) })).toContainText(
        shown,
      )
    }
  })
  const all = user.total()
  expect(all.clicks + all.enters, 'clicks of the journey').toBeLessThanOrEqual(40)
  expect(all.fields, 'fields of the journey').toBeLessThanOrEqual(20)
  const tasks = user.of('three tasks')
  expect(tasks.clicks + tasks.enters, 'clicks for three tasks').toBeLessThanOrEqual(3)
  expect(user.of('time on a task'), 'time on a task').toEqual({ clicks: 1, enters: 0, fields: 0 })
  for (const page of [owner, contributor, client]) await page.context().close()
})

test.describe('with email confirmation', () => {
  test.use({ env: { REQUIRE_EMAIL_VERIFICATION: '1' } })

  test('a sole owner gets from sign-up to accounts in few clicks and fields', async ({
    browser,
    portal,
    watch,
  }) => {
    const user = countActions()
    const [owner, client] = [
      await openBrowser(browser, portal, watch),
      await openBrowser(browser, portal, watch),
    ]

    await owner.goto('/')
    await user.step('sign-up', async () => {
      await signUp(user, owner)
      await expect(owner.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    })
    const toOwner = await findMailedLink(portal.dataDir, /\/\?verify=[\w-]+/)

    await user.step('email confirmed', async () => {
      await user.openMailed(() => owner.goto(toOwner))
      await user.click(owner.getByRole('button', { name: 'Confirm email' }))
      await expect(owner.getByText('Email verified')).toBeVisible()
      await user.fill(owner.getByLabel('Email'), 'rosa@lind.test')
      await user.fill(owner.getByLabel('Password', { exact: true }), PASSWORD)
      await user.enter(owner.getByLabel('Password', { exact: true }))
      await expect(owner.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
    })

    await user.step('own rate', async () => {
      await user.click(owner.getByRole('link', { name: 'Set your hourly rate' }))
      await user.fill(owner.getByLabel('Hourly rate'), '90')
      await user.enter(owner.getByLabel('Hourly rate'))
      await expect(owner.getByText('Rates saved')).toBeVisible()
    })

    await user.step('client added and invited', async () => {
      await user.click(sidebar(owner, 'Overview'))
      await inviteClient(user, owner)
    })
    const toClient = await findMailedLink(portal.dataDir, INVITATION)

    await user.step('invitation of the client accepted', async () => {
      await acceptInvitation(user, client, toClient)
      await expect(client.getByRole('heading', { level: 1 })).toHaveText('Client Portal')
    })

    await user.step('project and task', async () => {
      const form = await fillProject(user, owner)
      await user.click(form.getByRole('button', { name: 'Create Project' }))
      const line = owner.getByRole('textbox', { name: 'Add task' })
      await expect(line).toBeFocused()
      await user.fill(line, 'Choose the trees')
      await user.enter(line)
      await expect(owner.getByRole('link', { name: 'Choose the trees' })).toBeVisible()
    })

    await user.step('own hours on the task', async () => {
      await user.click(sidebar(owner, 'Work Log'))
      await user.click(button(owner, 'New Entry').first())
      const form = dialog(owner, 'New Entry')
      await user.fill(form.getByRole('textbox', { name: 'Duration' }), '2h')
      await user.choose(form.getByLabel('Project'), 'Orchard')
      await user.choose(form.getByLabel('Task'), 'Choose the trees')
      await user.click(form.getByRole('button', { name: 'Add Entry' }))
      await expect(form).toBeHidden()
    })

    let amount = ''
    await user.step('invoice from hours sent', async () => {
      await user.click(sidebar(owner, 'Overview'))
      amount = await billHours(user, owner, /\$180\.\d\d/)
      await sendInvoice(user, owner)
    })

    await user.step('invoice paid', async () => {
      await payInvoice(user, client, amount)
    })

    await user.step('finance', async () => {
      await user.click(sidebar(owner, 'Overview'))
      await user.click(owner.getByRole('link', { name: 'View Reports' }))
      const revenue = owner.getByRole('main').getByRole('link', { name: /^Total Revenue/ })
      await expect(revenue).toContainText('$180')
    })
    const all = user.total()
    expect(all.clicks + all.enters, 'clicks of the journey').toBeLessThanOrEqual(40)
    expect(all.fields, 'fields of the journey').toBeLessThanOrEqual(20)
    for (const page of [owner, client]) await page.context().close()
  })
})
