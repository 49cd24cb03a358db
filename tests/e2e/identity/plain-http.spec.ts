import type { Browser, Page } from 'playwright/test'
import { CHROMIUM_ARGS } from '#scripts/tools/chromium.ts'
import {
  DEMO_PASSWORD,
  type DemoRole,
  demoEmail,
  expect,
  type Portal,
  test,
} from '../support/portal/portal.ts'

/** A name on a local network: without a certificate, browsers withhold the features reserved for HTTPS. */
const HOSTNAME = 'portal.test'

test.use({
  hostname: HOSTNAME,
  launchOptions: [
    ({ launchOptions, browserName }, use) =>
      use({
        ...launchOptions,
        ...(browserName === 'firefox'
          ? { firefoxUserPrefs: { 'network.dns.localDomains': HOSTNAME } }
          : { args: [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${HOSTNAME} localhost`] }),
      }),
    { scope: 'worker' },
  ],
})

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

async function open(browser: Browser, portal: Portal, watch: (page: Page) => void, address: string) {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-US' })
  const page = await context.newPage()
  watch(page)
  await page.goto(address)
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([false, 'undefined'])
  return page
}

/** Signs in with the form, because only the browser resolves the host name. */
async function enter(browser: Browser, portal: Portal, watch: (page: Page) => void, role: DemoRole) {
  const page = await open(browser, portal, watch, '/auth')
  await page.getByLabel('Email').fill(demoEmail(role))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  // Firefox aborts a navigation that begins before the last one has ended.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  return page
}

/** The clipboard's text, pasted into the search field. */
async function pasted(page: Page): Promise<string> {
  await page.goto('/projects')
  const field = page.getByRole('searchbox', { name: 'Search projects' })
  await field.focus()
  await page.keyboard.press('Control+V')
  return field.inputValue()
}

async function say(page: Page, text: string) {
  await page.goto('/messages')
  await page
    .getByRole('region', { name: 'Projects' })
    .getByRole('button', { name: /Harbor Website Redesign/ })
    .click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Messages' }).getByText(text, { exact: true })).toBeVisible()
}

test('an owner works on a portal without HTTPS', async ({ browser, portal, watch }) => {
  const page = await enter(browser, portal, watch, 'owner')

  await page.goto('/projects')
  await page.getByRole('button', { name: 'New Project' }).first().click()
  const project = dialog(page, 'New Project')
  await project.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse')
  await project.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Design', exact: true }).click()
  await project.getByLabel('Client').click()
  await page.getByRole('option', { name: /Jordan Blake/ }).click()
  await project.getByRole('button', { name: 'Create Project' }).click()
  await says(page, 'Project Created')

  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Add Task' }).click()
  const task = dialog(page, 'Add Task')
  await task.getByRole('textbox', { name: 'Title' }).fill('Paint the tower')
  await task.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Lighthouse' }).click()
  await task.getByRole('button', { name: 'Create Task' }).click()
  await expect(task).toBeHidden()
  await says(page, 'Paint the tower')

  await page.goto('/payments?tab=invoices&new=1')
  const invoice = dialog(page, 'Create Invoice')
  await invoice.getByLabel('Client').first().click()
  await page.getByRole('option', { name: /Jordan Blake/ }).click()
  await invoice.getByLabel('Title').fill('Tower works')
  await invoice.getByLabel('Description of line 1').fill('Paint')
  await invoice.getByLabel('Rate of line 1').fill('80')
  await invoice.getByRole('button', { name: 'Save and send' }).click()
  await dialog(page, 'Send invoice').getByRole('button', { name: 'Send invoice' }).click()
  await says(page, 'Invoice sent')

  await page.getByRole('button', { name: 'New pay link' }).click()
  const link = await page.getByLabel('Address', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Copy pay link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(link).toContain(`${portal.url}/pay?token=`)
  expect(await pasted(page)).toBe(link)

  await page.goto('/settings?section=programs')
  await page.getByRole('button', { name: 'New token' }).click()
  const token = dialog(page, 'New token')
  await token.getByRole('textbox', { name: 'Name' }).fill('Ledger')
  await token.getByRole('radiogroup', { name: 'All areas' }).getByText('Read', { exact: true }).click()
  await token.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await token.getByRole('button', { name: 'Create token' }).click()
  const shown = dialog(page, 'Your new token')
  const secret = await shown.getByRole('status').textContent()
  // A browser that refuses to copy leaves the text selected.
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await shown.getByRole('button', { name: 'Copy' }).click()
  await says(page, 'Copy the selected text')
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(secret)
  await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'))
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  expect(await pasted(page)).toBe(secret)

  await say(page, 'The tower is painted')
})

test('contributors and clients work there too', async ({ browser, portal, watch }) => {
  const contributor = await enter(browser, portal, watch, 'contributor')
  await contributor.goto('/work-log')
  await contributor.getByRole('button', { name: 'New Entry' }).first().click()
  const entry = dialog(contributor, 'New Entry')
  await entry.getByRole('textbox', { name: 'Duration' }).fill('15m')
  await entry.getByRole('button', { name: 'Add Entry' }).click()
  await expect(entry).toBeHidden()
  await say(contributor, 'Written by the contributor')

  const client = await enter(browser, portal, watch, 'client')
  await client.goto('/quicks')
  const line = client.getByPlaceholder('What needs to be done?')
  await line.fill('Order the paint')
  await line.press('Enter')
  await expect(client.getByRole('button', { name: 'Actions for Order the paint' })).toBeVisible()
  await say(client, 'Written by the client')
})

test('an administrator saves settings and sees what needs HTTPS', async ({ browser, portal, watch }) => {
  const page = await enter(browser, portal, watch, 'admin')
  await page.goto('/settings?section=platform')
  await expect(page.getByRole('alert').filter({ hasText: 'This address isn’t secure' })).toContainText(
    'set PUBLIC_URL to its https:// address',
  )
  await page.getByRole('textbox', { name: 'Platform name' }).fill('Lighthouse Portal')
  await page.getByRole('button', { name: 'Save platform settings' }).click()
  await says(page, 'Platform settings saved')
})

test.describe('without any data', () => {
  test.use({ data: 'empty' })

  test('a new agency gets from sign-up to an invoice that a stranger pays', async ({
    browser,
    portal,
    watch,
  }) => {
    const page = await open(browser, portal, watch, '/')
    await page.getByRole('link', { name: 'Get Started' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Rosa Lind')
    await page.getByLabel('Email').fill('rosa@lind.test')
    await page.getByLabel('Password', { exact: true }).fill('quiet-harbour-7')
    await page.getByLabel('Confirm password').fill('quiet-harbour-7')
    await page.getByLabel('Agency name').fill('Lind & Co')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Add your first client', exact: true }).click()
    const client = dialog(page, 'Add Client')
    await client.getByLabel('Name').fill('Otto Berg')
    await client.getByLabel('Email').fill('otto@berg.test')
    await client.getByRole('button', { name: 'Add Client' }).click()
    await says(page, '1 of 7 done')

    await page.goto('/invoices?new=1')
    const invoice = dialog(page, 'Create Invoice')
    await invoice.getByRole('combobox', { name: 'Client', exact: true }).click()
    await page.getByRole('option', { name: /Otto Berg/ }).click()
    await invoice.getByLabel('Title').fill('First trees')
    await invoice.getByLabel('Description of line 1').fill('Oak')
    await invoice.getByLabel('Rate of line 1').fill('50')
    await invoice.getByRole('button', { name: 'Save and send' }).click()
    await dialog(page, 'Send invoice').getByRole('button', { name: 'Send invoice' }).click()
    await says(page, 'Invoice sent')
    await page.getByRole('button', { name: 'New pay link' }).click()
    const link = await page.getByLabel('Address', { exact: true }).inputValue()

    const stranger = await open(browser, portal, watch, link)
    await stranger.getByLabel('Card number').fill('4242424242424242')
    await stranger.getByLabel('Expiry').fill('12 / 34')
    await stranger.getByLabel('CVC').fill('123')
    await stranger.getByRole('button', { name: 'Pay $50.00 USD' }).click()
    await says(stranger, 'Thank you, $50.00 USD was paid')

    await page.goto('/accounts')
    await expect(page.getByRole('main').getByRole('link', { name: /^Total Revenue/ })).toContainText('$50')
  })
})
