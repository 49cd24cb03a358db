/** Preloads a chunk when the browser is idle; Safari has no requestIdleCallback. */
export function whenIdle(load: () => Promise<unknown>): void {
  const quietly = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(quietly)
  else setTimeout(quietly, 1000)
}
