import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'

test('shortcuts work after a click on a view switch, everywhere alike, and not in dialogs', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/tasks')
  await page.locator('label', { hasText: /^List$/ }).click()
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)

  await page.goto('/work-log?dialog=entry')
  await expect(page.getByRole('dialog', { name: 'New Entry' })).toBeVisible()
  await page.getByRole('dialog', { name: 'New Entry' }).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
})

test('the palette lists screens and commands first, with shortcuts and recent ones', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const first = palette.getByRole('button').first()
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = palette.getByRole('textbox')
  await field.fill('time')
  await expect(palette.getByRole('button', { name: /Start timer/ })).toBeVisible()
  await expect(first).toHaveText(/New time entry|Start timer/)
  await field.fill('accounts')
  await expect(first).toHaveText(/^Go to Accounts & Finance/)
  await expect(first.locator('kbd')).toHaveText(['G', 'F'])
  await expect(first).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(first).toHaveText(/^Go to Accounts & Finance/)
})

test('on a phone with a running timer, the message composer stays above the bottom bar', async ({
  signIn,
}) => {
  const page = await signIn('contributor', { width: 390, height: 844 })
  await page.goto('/dashboard')
  await callAs(page, 'workLog.start', 'mutation', {})
  await page.goto('/messages')
  await page.getByRole('region', { name: 'Projects' }).getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Timer' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeVisible()
  const bar = await page.getByRole('navigation', { name: 'Quick navigation' }).boundingBox()
  const box = await send.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('going back from a project leaves a clean URL', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await page.getByRole('main').getByRole('button', { name: 'Harbor Website Redesign' }).first().click()
  await expect(page.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', /^\/projects$/)
})

test('reminder buttons have accessible names with client and invoice', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  const buttons = page.getByRole('button', { name: /^Remind / })
  await expect(buttons.first()).toHaveAccessibleName(/^Remind .+ about INV-\d+$/)
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(names.length)
})
