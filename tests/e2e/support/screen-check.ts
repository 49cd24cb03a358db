import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Nothing scrolls sideways, and no accessibility rule is broken on the screen. */
export async function checkScreen(page: Page): Promise<void> {
  // Every screen has one; before it, there is none to judge.
  await expect(page.locator('h1').first()).toBeVisible()
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

/** A screen that has just changed its size is given the time to draw itself anew. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const address = new URL(page.url()).pathname
  await expect
    .poll(() => page.evaluate(findOverflow), `what is wider than the screen at ${address}`)
    .toEqual([])
}

/** The widest first, as “tag.class by px”; nothing where the page does not scroll sideways. */
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

/** What is half faded in has too little contrast; what turns for ever is not waited for. */
const finishMotion = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
