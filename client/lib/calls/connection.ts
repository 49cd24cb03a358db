import { createStore, useStore } from '../store.ts'
import { fetchFailedSheets } from './failed-sheets.ts'

const RETRY_MS = 3000

const missing = createStore(0)

/** Whether some part of the client is waiting for the connection to be restored. */
export const useWaitsForServer = (): boolean => useStore(missing) > 0

export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Resolves when the server responds again. */
export async function serverBack(): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, RETRY_MS)
      window.addEventListener('online', () => resolve(), { once: true })
    })
  } while (!(await serverAnswers()))
}

const withSheets = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const module = await load()
  await fetchFailedSheets()
  return module
}

/**
 * Wraps an import and its style sheets so that it survives a lost connection: `patient(() =>
 * import('./page.tsx'))`. If the server responds but the file is missing twice, a new build has replaced it
 * and the promise rejects.
 */
export const patient =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await withSheets(load)
    } catch {
      // A single request can fail while the server is up, for example when a phone switches networks.
      return (await serverAnswers()) ? await withSheets(load) : await retryOnceBack(load)
    }
  }

async function retryOnceBack<Module>(load: () => Promise<Module>): Promise<Module> {
  missing.write(missing.read() + 1)
  try {
    await serverBack()
    return await withSheets(load)
  } finally {
    missing.write(missing.read() - 1)
  }
}
