import type { Page } from 'playwright/test'
import { findMailedLink } from '../support/portal/mail.ts'
import { DEMO_PASSWORD, type DemoRole, demoEmail, expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'
import { ALIASES, SCREENS } from '../support/screens/screens.ts'

const NAVIGATION: Record<DemoRole, [string, string][]> = {
  admin: [
    ['Overview', '/dashboard'],
    ['Agencies', '/agencies'],
    ['Packages', '/packages'],
    ['Payments', '/payments'],
    ['Messages', '/messages'],
    ['Schedules', '/schedules'],
    ['Settings', '/settings'],
  ],
  owner: [
    ['Overview', '/dashboard'],
    ['Projects', '/projects'],
    ['Clients', '/clients'],
    ['Contributors', '/employees'],
    ['Payments', '/payments'],
    ['Work Log', '/work-log'],
    ['Messages', '/messages'],
    ['Schedules', '/schedules'],
    ['Settings', '/settings'],
  ],
  contributor: [
    ['Overview', '/dashboard'],
    ['Projects', '/projects'],
    ['Payments', '/payments'],
    ['Work Log', '/work-log'],
    ['Messages', '/messages'],
    ['Schedules', '/schedules'],
    ['Settings', '/settings'],
  ],
  client: [
    ['Overview', '/dashboard'],
    ['Projects', '/projects'],
    ['Payments', '/payments'],
    ['Work Log', '/work-log'],
    ['Messages', '/messages'],
    ['Schedules', '/schedules'],
    ['Settings', '/settings'],
  ],
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('signed out, every screen and alias shows the sign-in card at its own URL', async ({ page }) => {
  for (const path of [...SCREENS, ...ALIASES]) {
    await page.goto(path)
    await expect(page.getByText('Sign in to your agency management portal')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('the landing page links to sign-in and shows demo credentials', async ({ page }) => {
  for (const [name, address, title] of [
    ['Get Started', /\/auth\?mode=register$/, 'Create your account'],
    ['Sign In', /\/auth$/, 'Welcome to your portal'],
  ] as const) {
    await page.goto('/')
    await expect(page.getByText(/\S+@\S+ \/ \S+/)).toBeVisible()
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click()
    await expect(page).toHaveURL(address)
    await expect(heading(page, title)).toBeVisible()
  }
})

test.describe('an unknown address', () => {
  test.use({ expectedProblems: [/nope|status of 404/] })
  test('shows a page with links back and logs to the console', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto('/auth')
    await page.goto('/nope')
    await expect(heading(page, 'Page Not Found')).toBeVisible()
    await expect.poll(() => logged.join('\n')).toContain('/nope')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await page.goto('/nope')
    await page
      .getByRole('link', { name: 'Go Home' })
      .or(page.getByRole('button', { name: 'Go Home' }))
      .click()
    await expect(page).toHaveURL(/\/$/)
  })
})

for (const role of ['admin', 'owner', 'contributor', 'client'] as const) {
  test(`the ${role} sees the correct navigation`, async ({ signIn }) => {
    const page = await signIn(role)
    await page.goto('/dashboard')
    const links = page.getByRole('navigation').first().getByRole('link')
    await expect(links).toHaveText(NAVIGATION[role].map(([name]) => new RegExp(`^${name}`)))
    for (const [name, path] of NAVIGATION[role]) {
      await expect(page.getByRole('navigation').first().getByRole('link', { name })).toHaveAttribute(
        'href',
        path,
      )
    }
    await page.goto('/my-projects')
    await expect(page.locator('nav [aria-current="page"]')).toHaveCount(0)
  })
}

test('signing in shows a welcome, signing out removes all data', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(demoEmail('owner'))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(heading(page, 'Agency Dashboard')).toBeVisible()

  await page.goto('/auth')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page
    .getByRole('button', { name: /User menu/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await page.goBack()
  await expect(page.getByText('Sign in to your agency management portal')).toBeVisible()
})

test('the sidebar collapses to 64 pixels and shows the user', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  const sidebar = page.getByRole('complementary')
  await expect(sidebar.getByText('AM', { exact: true })).toBeVisible()
  await expect(sidebar.getByText('Alex Morgan')).toBeVisible()
  await expect(sidebar.getByText('agency admin')).toBeVisible()
  await page.getByRole('button', { name: /collapse/i }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(64)
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page).toHaveURL(/\/projects$/)
  await page.getByRole('button', { name: /expand/i }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(256)
})

test.describe('registration', () => {
  test.use({ data: 'empty' })

  test('validates step by step, then signs a new owner in to empty screens', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText(/14-day free trial/i)).toBeVisible()
    await expect(page.getByText(/no credit card required/i)).toBeVisible()
    const submit = page.getByRole('button', { name: /create account|sign up/i }).first()
    const toast = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

    await submit.click()
    await toast('Missing Information')
    await toast('Please fill in all required fields.')
    await page.getByLabel('Name', { exact: true }).or(page.getByLabel('Full name')).first().fill('Nia Okafor')
    await page.getByLabel('Email').fill('nia@example.test')
    await page.getByLabel('Password', { exact: true }).fill('abc12')
    await page.getByLabel('Confirm password', { exact: false }).fill('abc13')
    await submit.click()
    await toast('Missing Agency Name')
    await page.getByLabel('Agency name', { exact: false }).fill('Okafor Studio')
    await submit.click()
    await toast("Passwords don't match")
    await page.getByLabel('Confirm password', { exact: false }).fill('abc12')
    await submit.click()
    await toast('Password too short')
    for (const label of ['Password', 'Confirm password']) {
      await page.getByLabel(label, { exact: label === 'Password' }).fill('tangerine-42')
    }
    await submit.click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(heading(page, 'Agency Dashboard')).toBeVisible()
    for (const path of SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    }
  })
})

test.describe('a forgotten password', () => {
  test('can be reset with an emailed link', async ({ page, portal }) => {
    await page.goto('/auth?mode=forgot-password')
    await page.getByRole('button', { name: /send/i }).click()
    await expect(page.getByText('Missing Email', { exact: true })).toHaveCount(1)
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await page.getByRole('button', { name: /send|reset/i }).click()
    await expect(page.getByText('Missing Email', { exact: true })).toHaveCount(1)
    await page.getByLabel('Email').fill(demoEmail('client'))
    await page.getByRole('button', { name: /send/i }).click()
    await expect(page.getByText('Check Your Email', { exact: true })).toBeVisible()
    const link = await findMailedLink(portal.dataDir, /\/auth\?mode=reset-password\S+/)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('a-much-better-one')
    await page.getByLabel('Confirm', { exact: false }).fill('a-much-better-one')
    await page
      .getByRole('button', { name: /update|reset|set/i })
      .first()
      .click()
    await expect(page.getByText('Password Updated!', { exact: true })).toBeVisible()
    await expect(page.getByText('Sign in to your agency management portal')).toBeVisible()
    await page.getByLabel('Email').fill(demoEmail('client'))
    await page.getByLabel('Password', { exact: true }).fill('a-much-better-one')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(heading(page, 'Client Portal')).toBeVisible()
  })
})

test.describe('before its scripts have loaded', () => {
  const SCRIPTS = /\/assets\/.*\.js$/

  test.use({ expectedProblems: [/Failed to load resource/] })

  test('the landing page is readable and links to sign-in', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'One place for your agency' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('heading', { name: 'Welcome to your portal' })).toBeVisible()
    await expect(page.locator('input[type=email]')).not.toBeEditable()
  })

  test('the sign-in form accepts input once loaded, without layout shifts', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(SCRIPTS, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/auth', { waitUntil: 'commit' })
    const email = page.locator('input[type=email]')
    await expect(email).toBeVisible()
    const before = await email.boundingBox()
    const filling = email.fill(demoEmail('owner'))
    letGo()
    await filling
    expect(await email.boundingBox()).toEqual(before)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  })
})

test.describe('a server error', () => {
  test.use({ expectedProblems: [/status of 500/] })

  test("isn't reported as a lost connection", async ({ page }) => {
    await withoutPageData(page)
    const error = {
      message: 'Something went wrong.',
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
    }
    await page.route('**/trpc/auth.session', (route) => route.fulfill({ status: 500, json: { error } }))
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('The server has a problem. Trying again...')).toBeVisible()
  })
})
