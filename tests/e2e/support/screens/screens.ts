import { expect, type Page } from 'playwright/test'
import { SCREENS as DECLARED } from '#shared/door/screens.ts'
import type { DemoRole } from '../portal/portal.ts'

export const SCREENS: readonly string[] = DECLARED.map(({ address }) => address)

/** Additional URLs of the same screens. */
export const ALIASES: readonly string[] = DECLARED.flatMap(({ aliases = [] }) => aliases)

/** Screens that each role is denied; written out, because deriving them from the access matrix would test nothing. */
export const DENIED: Record<DemoRole, string[]> = {
  admin: [],
  owner: ['/agencies', '/packages'],
  contributor: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages'],
  client: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages', '/process'],
}

/** Opens a screen, or its denial, at its own URL. */
export async function openScreen(page: Page, path: string, role: DemoRole) {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  const denied = page.getByRole('heading', { name: 'Access Denied' })
  await expect(denied).toHaveCount(DENIED[role].includes(path) ? 1 : 0)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}
