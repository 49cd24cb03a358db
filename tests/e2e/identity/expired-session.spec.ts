import type { Page } from 'playwright/test'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

test.use({ expectedProblems: [/status of 401/] })

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const addClient = (page: Page) => page.getByRole('dialog', { name: 'Add Client' })

/** Opens a page and waits for its live stream, which would otherwise notice the lost session first. */
async function openPage(page: Page, path: string) {
  const stream = page.waitForResponse(/live\.changes/)
  await page.goto(path)
  await stream
}

/** Follows a link in the navigation, even behind a prompt that a query in the background has opened. */
const followLink = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name }).dispatchEvent('click')

async function fillClient(page: Page) {
  await openPage(page, '/clients?new=1')
  await addClient(page).getByLabel('Name').fill('Nora New')
  await addClient(page).getByLabel('Company').fill('New & Co')
  await addClient(page).getByLabel('Email').fill('nora@example.test')
}

async function giveSheetPassword(page: Page, password = DEMO_PASSWORD) {
  await sheet(page).getByLabel('Password', { exact: true }).fill(password)
  await sheet(page).getByRole('button', { name: 'Sign In' }).click()
}

const namesOf = async (page: Page) =>
  (await callAs<{ items: { name: string }[] }>(page, 'clients.list', 'query')).items.map(({ name }) => name)

test('asks for the password over the page, then completes the same action once', async ({ signIn }) => {
  const page = await signIn('owner')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('clients.save')) keys.push(request.headers()['idempotency-key'])
  })
  await fillClient(page)
  await page.context().clearCookies()
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await expect(sheet(page).getByLabel('Email')).toHaveValue(demoEmail('owner'))
  await expect(sheet(page).getByLabel('Email')).not.toBeEditable()
  await checkScreen(page)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeVisible()
  await giveSheetPassword(page, 'not-mine')
  await expect(page.getByText('Login Failed')).toBeVisible()
  await expect(sheet(page).getByLabel('Password', { exact: true })).toBeFocused()
  await giveSheetPassword(page)
  await expect(page.getByText('Client "Nora New" has been added successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/clients/)
  expect((await namesOf(page)).filter((name) => name === 'Nora New')).toHaveLength(1)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('keeps the input if the action is rejected after signing in again', async ({ signIn }) => {
  const page = await signIn('owner')
  await fillClient(page)
  await addClient(page).getByRole('button', { name: 'Billing' }).click()
  await addClient(page).getByLabel('Tax ID').fill('DE136695977')
  await page.context().clearCookies()
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await giveSheetPassword(page)
  await expect(sheet(page)).toHaveCount(0)
  await expect(addClient(page).getByText('DE136695977 is not a valid VAT number.')).toBeVisible()
  await expect(addClient(page).getByLabel('Name')).toHaveValue('Nora New')
  expect(await namesOf(page)).not.toContain('Nora New')
})

test('opens one prompt for all background queries and then completes them', async ({ signIn }) => {
  const page = await signIn('owner')
  await openPage(page, '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await page.context().clearCookies()
  await followLink(page, 'Contributors')
  await expect(sheet(page)).toHaveCount(1)
  await giveSheetPassword(page)
  await expect(sheet(page)).toHaveCount(0)
  await expect(page.getByText('Emma Rivera').first()).toBeVisible()
  await expect(page).toHaveURL(/\/employees/)
})

test('asks for the second factor if it is set up', async ({ signIn }) => {
  const page = await signIn('owner')
  await openPage(page, '/clients')
  await expect(page.getByText('Jordan Blake').first()).toBeVisible()
  await page.route('**/trpc/auth.signIn', (route) =>
    route.fulfill({
      json: {
        result: { data: { redirect_delay_ms: 0, two_factor_required: true, challenge: 'c', first: false } },
      },
    }),
  )
  let tried: unknown = null
  await page.route('**/trpc/auth.verifyTwoFactor', async (route) => {
    tried = route.request().postDataJSON()
    await page.unroute('**/trpc/auth.signIn')
    // The code was correct: the session is back.
    const data = { email: demoEmail('owner'), password: DEMO_PASSWORD }
    const answer = await page.request.post('/trpc/auth.signIn', {
      headers: { origin: new URL(page.url()).origin, 'content-type': 'application/json' },
      data,
    })
    await route.fulfill({ json: await answer.json() })
  })
  await page.context().clearCookies()
  await followLink(page, 'Projects')
  await giveSheetPassword(page)
  await sheet(page).getByRole('textbox', { name: 'Code' }).fill('123456')
  await sheet(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(sheet(page)).toHaveCount(0)
  expect(tried).toEqual({ challenge: 'c', code: '123456' })
})

test('gives another user neither the page nor the pending action', async ({ signIn }) => {
  const page = await signIn('owner')
  await fillClient(page)
  await page.context().clearCookies()
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await sheet(page).getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByLabel('Email').fill(demoEmail('contributor'))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Contributor Dashboard' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:'))),
  ).toEqual([])
  const owner = await signIn('owner')
  expect(await namesOf(owner)).not.toContain('Nora New')
})

test('follows a sign-in in another tab: continues for the same user, reloads for another', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await fillClient(page)
  const signInElsewhere = async (role: 'owner' | 'contributor') => {
    const tab = await page.context().newPage()
    await tab.goto('/auth')
    await tab.getByLabel('Email').fill(demoEmail(role))
    await tab.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await tab.getByRole('button', { name: 'Sign In' }).click()
    await expect(tab).toHaveURL(/\/dashboard$/)
    await tab.close()
  }
  await page.context().clearCookies()
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await expect(sheet(page)).toBeVisible()
  await signInElsewhere('owner')
  await expect(page.getByText('Client "Nora New" has been added successfully!')).toBeVisible()

  await openPage(page, '/clients?new=1')
  await addClient(page).getByLabel('Name').fill('Olga Other')
  await addClient(page).getByLabel('Email').fill('olga@example.test')
  await page.context().clearCookies()
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await expect(sheet(page)).toBeVisible()
  await signInElsewhere('contributor')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Contributor Dashboard' })).toBeVisible()
  const owner = await signIn('owner')
  expect(await namesOf(owner)).not.toContain('Olga Other')
})
