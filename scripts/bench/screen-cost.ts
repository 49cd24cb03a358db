import type { Page } from 'playwright'

/** What a screen may cost a browser that has seen none of it. */
export const SCREEN_LIMITS = {
  requests: 20,
  scriptBytes: 233_000,
}

export const INNER_SCREENS: readonly string[] = [
  '/dashboard',
  '/projects',
  '/tasks',
  '/clients',
  '/employees',
  '/payments',
  '/work-log',
  '/messages',
  '/process',
  '/quicks',
  '/accounts',
  '/schedules',
  '/settings',
]

export interface ScreenCost {
  requests: number
  /** Bytes of script as they came over the wire, compressed. */
  scriptBytes: number
  cssBytes: number
}

/** Counts what the browser has loaded for the screen it shows, the page itself included. */
export const costOf = (page: Page): Promise<ScreenCost> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const ending = (end: string) => loaded.filter(({ name }) => new URL(name).pathname.endsWith(end))
    const bytes = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return {
      requests: loaded.length + 1,
      scriptBytes: bytes(ending('.js')),
      cssBytes: bytes(ending('.css')),
    }
  })
