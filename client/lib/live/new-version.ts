import { tabStorage } from '../session/storage.ts'

const RELOADED_AT = 'reloaded-at'
const PATIENCE_MS = 10_000

/** Reloads when a new version has replaced this page's files, but never in a loop. */
export function reloadOnNewVersion() {
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

/** A failed request alone is no reason to reload, because that would lose unsaved input. */
export async function reloadIfReplaced(): Promise<void> {
  const last = Number(tabStorage.read(RELOADED_AT) ?? 0)
  if (Date.now() - last < PATIENCE_MS) return
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  if (page === null || entry == null || page.includes(entry)) return
  tabStorage.write(RELOADED_AT, String(Date.now()))
  location.reload()
}
