/** Preloads a chunk when the browser is idle; Safari has no requestIdleCallback. */
export function whenIdle(load: () => Promise<unknown>): void {
  const quietly = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(quietly)
  else setTimeout(quietly, 1000)
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const

/** Resolves at the first sign that a person, not a program, has the page open. */
export const firstUse = (): Promise<void> =>
  new Promise<void>((resolve) => {
    for (const sign of SIGNS_OF_USE)
      window.addEventListener(sign, () => resolve(), { once: true, passive: true })
  })

/** Preload likely first actions before the less likely ones. */
const CALM_MS = 1500

let lastLoad: Promise<unknown> | null = null

/** Measurements of a screen end at this mark, because the chunks after it belong to later actions. */
export const PRELOADING = 'preloading'

const calmAfterUse = () =>
  firstUse()
    .then(() => new Promise((resolve) => setTimeout(resolve, CALM_MS)))
    .then(() => performance.mark(PRELOADING))

/**
 * Preloads a chunk after the first interaction with the page, one chunk at a time so that input stays
 * responsive.
 */
export function whenUsed(load: () => Promise<unknown>): void {
  lastLoad = (lastLoad ?? calmAfterUse()).then(
    () =>
      new Promise<void>((resolve) => {
        whenIdle(() => load().finally(resolve))
      }),
  )
}
