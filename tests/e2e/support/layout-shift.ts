import type { Page } from 'playwright/test'

interface Shifts {
  sum: number
  moved: string[]
}

/** From the next load on, adds up what moves without anybody's doing, and names it. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: Shifts = { sum: 0, moved: [] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node } of entry.sources) seen.moved.push((node?.textContent ?? '').slice(0, 40))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What has moved since the screen began to load, once nothing of it is still to come. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  await page.waitForFunction(() => document.querySelector('[data-coming]') === null)
  return page.evaluate(async () => {
    await new Promise((settled) => requestIdleCallback(settled))
    return (window as unknown as { seen: Shifts }).seen
  })
}
