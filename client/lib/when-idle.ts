/** Loads a chunk that will be wanted soon, once the browser has nothing better to do; Safari cannot tell. */
export function whenIdle(load: () => Promise<unknown>): void {
  const quietly = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(quietly)
  else setTimeout(quietly, 1000)
}
