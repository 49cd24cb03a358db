/** Preloads a chunk when the browser is idle; Safari has no requestIdleCallback. */
export function whenIdle(load: () => Promise<unknown>): void {
  const quietly = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(quietly)
  else setTimeout(quietly, 1000)
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const

const used = new Promise<void>((resolve) => {
  for (const sign of SIGNS_OF_USE)
    window.addEventListener(sign, () => resolve(), { once: true, passive: true })
})

/** Preloads a chunk once somebody uses the page, so that it is there before they ask for it. */
export function whenUsed(load: () => Promise<unknown>): void {
  void used.then(() => whenIdle(load))
}
