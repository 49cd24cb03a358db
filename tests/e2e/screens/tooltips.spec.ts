import { expect, test } from '../support/portal/portal.ts'
import { SCREENS } from '../support/screens/screens.ts'

test('plain-text tooltips are visible on every screen', async ({ signIn }) => {
  const page = await signIn('owner')
  for (const screen of SCREENS) {
    await page.goto(screen)
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await expect(button).toBeVisible()
    await page.mouse.move(0, 0)
    await button.hover()
    const tooltip = page.getByRole('tooltip', { name: 'Keyboard shortcuts' })
    await expect(tooltip, screen).toBeVisible()
    expect((await tooltip.boundingBox())?.height, screen).toBeGreaterThan(10)
  }
})
