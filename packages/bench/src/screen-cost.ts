import type { Page } from 'playwright'
import { PRELOADING } from '../../../client/lib/loading/when-idle.ts'
import { allows } from '../../../shared/base/policies.ts'
import { SCREENS } from '../../../shared/door/screens.ts'

/** The limits of a screen for a browser with an empty cache. */
export const SCREEN_LIMITS = {
  requests: 20,
  scriptBytes: 230_000,
}

/** Addresses of tabs of Payments, whose panels load after the screen; the screen itself is measured. */
const TABS: readonly string[] = ['/invoices', '/payouts']

/** The screens an agency's owner can open. */
export const INNER_SCREENS: readonly string[] = SCREENS.filter(
  ({ address, can }) => allows('agency_admin', can) && !TABS.includes(address),
).map(({ address }) => address)

export interface ScreenCost {
  requests: number
  /** Compressed script bytes as transferred. */
  scriptBytes: number
  cssBytes: number
}

/**
 * Counts what the browser has loaded for the current screen, including the page, but not the preloads for later
 * actions, which begin sooner or later depending on the machine.
 */
export const costOf = (page: Page): Promise<ScreenCost> =>
  page.evaluate((preloading) => {
    const [end] = performance.getEntriesByName(preloading)
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const loaded = resources.filter(({ startTime }) => startTime < (end?.startTime ?? Infinity))
    const ending = (suffix: string) => loaded.filter(({ name }) => new URL(name).pathname.endsWith(suffix))
    const bytes = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return {
      requests: loaded.length + 1,
      scriptBytes: bytes(ending('.js')),
      cssBytes: bytes(ending('.css')),
    }
  }, PRELOADING)
