import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const PLACEHOLDER = 'Search projects, clients, tasks...'
const box = (page: Page) => page.getByRole('banner').getByPlaceholder(PLACEHOLDER)
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

test('search groups its results and ignores blank text', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await box(page).press('Enter')
  await box(page).fill('   ')
  await box(page).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await box(page).fill('harb')
  await box(page).press('Enter')
  const results = page.getByRole('dialog', { name: 'Searching for: harb' })
  const found = results.getByRole('region', { name: 'Projects' }).getByRole('link')
  await expect(found).toHaveCount(3)
  await expect(results.getByRole('region', { name: 'Clients' }).getByRole('link')).not.toHaveCount(0)
  await expectNoViolations(page, '[role=dialog]')
  await page.keyboard.press('ArrowDown')
  await expect(found.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(results).toHaveCount(0)
  await expect(page).toHaveURL(/\/projects\?.*project=/)
})

test('a client finds only their own records', async ({ signIn }) => {
  const page = await signIn('client')
  await page.goto('/dashboard')
  await box(page).fill('lumen')
  await box(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Searching for: lumen' })).toContainText('No results found')
})

test('the palette searches, navigates and runs commands by keyboard', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('button', { name: 'New Project' })).toBeVisible()
  await page.keyboard.type('go to mess')
  await expect(palette(page).getByRole('button', { name: 'Go to Messages' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/messages$/)
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('website redesign')
  const hit = palette(page).getByRole('button', { name: /Harbor Website Redesign/ })
  await expect(hit).toBeVisible()
  await expect(hit).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\?.*project=/)

  await page.goto('/dashboard')
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('button', { name: /Harbor Website Redesign/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test("text typed right after the shortcut isn't lost on a slow machine", async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await expect(box(page)).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to mess')
  await expect(palette(page).getByRole('textbox')).toHaveValue('go to mess')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/messages$/)
})

test('every screen and create command is found, and reached by letter shortcuts', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open commands' }).click()
  await expect(palette(page).getByPlaceholder('Search or type a command...')).toBeFocused()
  for (const [typed, name] of [
    ['process', 'Go to Process Management'],
    ['tasks', 'Go to Tasks'],
    ['accounts', 'Go to Accounts & Finance'],
    ['invoice', 'Create Invoice'],
    ['add client', 'Add client'],
    ['quick', 'Go to Quick Tasks'],
  ] as const) {
    await palette(page).getByRole('textbox').fill(typed)
    await expect(palette(page).getByRole('button', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/process$/)
  await expect(page.getByRole('heading', { name: 'Process Management' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(palette(page).getByRole('button', { name: 'Create process' })).toBeVisible()
  await expect(palette(page).getByRole('button', { name: /^Go to/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('gp')
  await expect(box(page)).toHaveValue('gp')
})
