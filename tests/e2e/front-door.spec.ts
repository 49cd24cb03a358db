import type { Page } from 'playwright/test'
import { findMailedLink } from './support/mail.ts'
import { DEMO_PASSWORD, type DemoRole, demoEmail, expect, test } from './support/portal.ts'
import { ALIASES, SCREENS } from './support/screens.ts'

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

test('signed out, every screen and alias shows the sign-in card under its own address', async ({ page }) => {
  for (const path of [...SCREENS, ...ALIASES]) {
    await page.goto(path)
    await expect(page.getByText('Sign in to your agency management portal')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('the landing page leads to signing in and shows demo credentials', async ({ page }) => {
  for (const name of ['Get Started', 'Sign In']) {
    await page.goto('/')
    await expect(page.getByText(/\S+@\S+ \/ \S+/)).toBeVisible()
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click()
    await expect(page).toHaveURL(/\/auth$/)
    await expect(heading(page, 'Welcome to your portal')).toBeVisible()
  }
})

test.describe('an unknown address', () => {
  test.use({ expectedProblems: [/nope|status of 404/] })
  test('is a page of its own with ways out, and is logged to the console', async ({ page }) => {
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
  test(`the ${role} sees the right navigation`, async ({ signIn }) => {
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

test('signing in with the form welcomes, signing out leaves nothing behind', async ({ page }) => {
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

test('the shell collapses to 64 pixels and says who is signed in', async ({ signIn }) => {
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

  test('checks one thing after the other, then signs a new owner in to empty screens', async ({ page }) => {
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
  test('is asked for, mailed and set anew', async ({ page, portal }) => {
    await page.goto('/auth?mode=forgot-password')
    await page.getByRole('button', { name: /send/i }).click()
    // In the card, and beside it where there is room.
    await expect(page.getByText('Missing Email', { exact: true })).toHaveCount(2)
    await page.setViewportSize({ width: 1280, height: 900 })
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

test.describe('before its scripts are here', () => {
  const SCRIPTS = /\/assets\/.*\.js$/

  test.use({ expectedProblems: [/Failed to load resource/] })

  test('the front page is read, and leads to the sign-in', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'One place for your agency' })).toBeVisible()
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('heading', { name: 'Welcome to your portal' })).toBeVisible()
    await expect(page.locator('input[type=email]')).not.toBeEditable()
  })

  test('the sign-in takes what is typed once they are, and nothing moves', async ({ page }) => {
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
