import type { Locator } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

const look = (part: Locator, property: 'backgroundColor' | 'borderBottomColor' | 'borderTopWidth') =>
  part.evaluate((element, name) => getComputedStyle(element)[name], property)

test('information shown by color is also visible with forced colors', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/projects?view=cards')
  const bar = page.locator('[role="progressbar"]:not([aria-valuenow="0"])').first()
  await expect(bar).toBeVisible()
  const ground = await look(page.locator('body'), 'backgroundColor')
  expect(await look(bar, 'backgroundColor')).not.toBe(ground)

  const archived = page.getByRole('switch', { name: 'Archived' })
  const track = page.locator('.mantine-Switch-track').first()
  expect(await look(track, 'backgroundColor')).toBe(ground)
  await archived.press('Space')
  await expect.poll(() => look(track, 'backgroundColor')).not.toBe(ground)

  await page.goto('/settings')
  const open = page.getByRole('main').locator('[aria-current="page"]')
  await expect(open).toHaveCSS('outline-style', 'solid')

  await page.goto('/payments')
  const selected = page.getByRole('tab', { selected: true })
  await expect(selected).toBeVisible()
  const other = page.getByRole('tab', { selected: false }).first()
  expect(await look(selected, 'borderBottomColor')).not.toBe(await look(other, 'borderBottomColor'))
  const badge = page.getByRole('main').locator('.mantine-Badge-root').first()
  expect(await look(badge, 'borderTopWidth')).toBe('1px')
})
