import type { Page } from 'playwright/test'
import { type DemoRole, expect, test } from './support/portal.ts'

/** A tenth of what browsers call poor: nobody sees it. */
const UNSEEN = 0.02
const SCREENS: Record<DemoRole, readonly string[]> = {
  owner: ['/dashboard', '/quicks', '/process', '/tasks'],
  contributor: ['/dashboard', '/quicks', '/payouts'],
  client: ['/dashboard', '/quicks', '/work-log'],
  admin: ['/dashboard', '/agencies'],
}

/** Adds up what moves without anybody's doing, and names it. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] }
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

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { sum: number; moved: string[] } }).seen)

for (const [role, paths] of Object.entries(SCREENS) as [DemoRole, readonly string[]][]) {
  for (const width of [390, 1440]) {
    test(`nothing moves while screens of the ${role} load, ${width} px wide`, async ({ signIn }) => {
      const page = await signIn(role, { width, height: width === 390 ? 844 : 900 })
      await watchShifts(page)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[data-coming]')).toHaveCount(0)
        await page.evaluate(() => new Promise((settled) => requestIdleCallback(settled)))
        const { sum, moved } = await shiftsOf(page)
        expect(sum, `${path}: ${moved.join(' | ')}`).toBeLessThan(UNSEEN)
      }
    })
  }
}
