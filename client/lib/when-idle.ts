/** Preloads a chunk when the browser is idle; Safari has no requestIdleCallback. */
export function whenIdle(load: () => Promise<unknown>): void {
  const quietly = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(quietly)
  else setTimeout(quietly, 1000)
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const

const firstUse = () =>
  new Promise<void>((resolve) => {
    for (const sign of SIGNS_OF_USE)
      window.addEventListener(sign, () => resolve(), { once: true, passive: true })
  })

/** What somebody does first goes before what they may do next. */
const CALM_MS = 1500

let lastLoad: Promise<unknown> | null = null

const calmAfterUse = () => firstUse().then(() => new Promise((resolve) => setTimeout(resolve, CALM_MS)))

/** Preloads a chunk once somebody uses the page, one after the other, so that no touch waits for them. */
export function whenUsed(load: () => Promise<unknown>): void {
  lastLoad = (lastLoad ?? calmAfterUse()).then(
    () =>
      new Promise<void>((resolve) => {
        whenIdle(() => load().finally(resolve))
      }),
  )
}
