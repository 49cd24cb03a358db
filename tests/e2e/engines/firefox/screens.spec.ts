import { type DemoRole, expect, test } from '../../support/portal/portal.ts'
import { expectNoSidewaysScroll } from '../../support/screens/screen-check.ts'
import { ALIASES, DENIED, openScreen, SCREENS } from '../../support/screens/screens.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

for (const role of ['owner', 'contributor', 'client', 'admin'] as const satisfies DemoRole[]) {
  test(`every screen of the ${role} opens and fits`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role, DESK)
    for (const path of [...SCREENS, ...ALIASES]) {
      await test.step(path, async () => {
        await openScreen(page, path, role)
        if (DENIED[role].includes(path)) return
        await expectNoSidewaysScroll(page)
        await page.setViewportSize(PHONE)
        await expectNoSidewaysScroll(page)
        await page.setViewportSize(DESK)
      })
    }
    const links = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')
    await openScreen(page, '/settings', role)
    await expect(links.first()).toBeVisible()
    for (const link of await links.all()) {
      await test.step((await link.textContent()) ?? '', async () => {
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await expect(page.getByRole('alert').filter({ hasText: 'couldn’t be displayed' })).toHaveCount(0)
      })
    }
  })
}
