import { registerServiceWorker } from '../live/service-worker.ts'
import { refuseStrayFiles } from '../stray-files.ts'
import { tolerateTranslation } from './translated-page.ts'

/** What the first screen doesn't need: files are dropped on a page, and it is translated, once it is shown. */
export function prepareForLater(): void {
  refuseStrayFiles()
  tolerateTranslation()
  if (import.meta.env.PROD) registerServiceWorker()
}
