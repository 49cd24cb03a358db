import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Checks that nothing scrolls horizontally and that no accessibility rule is violated. */
export async function checkScreen(page: Page): Promise<void> {
  // Every screen has one; wait for it before checking.
  await expect(page.locator('h1').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
}

/** Checks the screen, or a part of it, against all accessibility rules. */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  await finishMotion(page)
  // Otherwise each check opens another page for cross-origin frames, which we don't have.
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** Waits for the screen to render after a resize. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const address = new URL(page.url()).pathname
  await expect
    .poll(() => page.evaluate(findOverflow), `what is wider than the screen at ${address}`)
    .toEqual([])
}

/** The widest elements first, as “tag.class by px”; empty if the page doesn't scroll horizontally. */
function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .map((element) => ({ element, over: Math.round(element.getBoundingClientRect().right - clientWidth) }))
    .filter(({ over }) => over > 0)
    .sort((one, other) => other.over - one.over)
    .slice(0, 5)
    .map(({ element, over }) => `${element.tagName.toLowerCase()}.${element.className} by ${over} px`)
    .concat(`the page by ${scrollWidth - clientWidth} px`)
}

/** Waits for fade-ins, during which contrast is too low, but not for endless animations. */
const finishMotion = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
