const RELOADED_AT = 'reloaded-at'
const PATIENCE_MS = 10_000

/** A new version has replaced the files this page was built with: reload, but never in a loop. */
export function reloadOnNewVersion() {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (Date.now() - last < PATIENCE_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
