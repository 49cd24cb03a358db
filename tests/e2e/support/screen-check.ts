import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Nothing scrolls sideways, and no accessibility rule is broken on the screen. */
export async function checkScreen(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
}

/** No accessibility rule, however small, is broken on the screen, or in the part of it that is named. */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  await finishMotion(page)
  // Otherwise each check opens a further page, only to gather what frames of other origins say: we have none.
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** What is half faded in has too little contrast; what turns for ever is not waited for. */
const finishMotion = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
