const failed = new Map<string, HTMLLinkElement>()
let fetching: Promise<unknown> | null = null

const isSheet = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet'

function putAside(link: HTMLLinkElement): void {
  link.remove()
  failed.set(link.href, link)
}

/** Vite requests a style sheet once and treats a failed one as loaded from then on. */
export function watchSheets(): void {
  document.addEventListener('error', ({ target }) => isSheet(target) && putAside(target), { capture: true })
  for (const link of document.querySelectorAll('link')) if (isSheet(link) && !link.sheet) putAside(link)
  fetchFailedSheets().catch(() => {})
}

/** Resolves when all failed style sheets have loaded; rejects if one fails again. */
export function fetchFailedSheets(): Promise<unknown> {
  fetching ??= Promise.all([...failed.values()].map(fetchAgain)).finally(() => {
    fetching = null
  })
  return fetching
}

const fetchAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement
    copy.onload = () => resolve(failed.delete(copy.href))
    copy.onerror = reject
    document.head.append(copy)
  })
