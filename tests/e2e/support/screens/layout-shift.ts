import type { Page } from 'playwright/test'

interface Shifts {
  sum: number
  moved: string[]
}

/** Measures layout shifts from the next load on, with their sources. */
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

/** The layout shift since the screen started to load, once nothing is pending. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  await page.waitForFunction(() => document.querySelector('[data-coming]') === null)
  return page.evaluate(async () => {
    await new Promise((settled) => requestIdleCallback(settled))
    return (window as unknown as { seen: Shifts }).seen
  })
}
