import { expect } from 'playwright/test'
import { DEMO_PASSWORD, type DemoRole, demoEmail } from '../../support/portal/portal.ts'
import { ALIASES, DENIED, SCREENS } from '../../support/screens/screens.ts'
import { test } from '../../support/screens/webkit.ts'

const SECTIONS = ['security', 'notifications', 'appearance', 'privacy']

for (const role of ['owner', 'contributor', 'client', 'admin'] as const satisfies DemoRole[]) {
  test(`every screen of the ${role} opens`, async ({ webkit: page }) => {
    test.slow()
    await page.goto('/auth')
    await page.fill('Email', demoEmail(role))
    await page.fill('Password', DEMO_PASSWORD, 'password')
    await page.click('button', 'Sign In')
    await page.see('navigation')

    for (const path of [...SCREENS, ...ALIASES, ...SECTIONS.map((name) => `/settings?section=${name}`)]) {
      await test.step(path, async () => {
        await page.goto(path)
        if (DENIED[role].includes(path)) return page.see('heading', 'Access Denied')
        await page.see('heading')
        await expect.poll(() => page.count('status', 'Loading')).toBe(0)
        expect(await page.run('return document.body.innerText')).not.toMatch(
          /couldn’t be displayed|Invalid Date/,
        )
        expect(await page.run('return [location.pathname, document.title]')).toContain(path.split('?')[0])
        const wider =
          'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth'
        await expect.poll(() => page.run(wider)).toBeLessThanOrEqual(0)
      })
    }
  })
}
