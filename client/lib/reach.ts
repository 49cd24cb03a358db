import { createStore, useStore } from './store.ts'

const RETRY_MS = 3000

const missing = createStore(0)

/** Whether a part of the client waits for the connection to come back. */
export const useWaitsForServer = (): boolean => useStore(missing) > 0

export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Settles once the server answers again. */
export async function serverBack(): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, RETRY_MS)
      window.addEventListener('online', () => resolve(), { once: true })
    })
  } while (!(await serverAnswers()))
}

/**
 * An import that outlasts a lost connection: `patient(() => import('./page.tsx'))`. Where the server answers
 * and still doesn't have the file, a new build has replaced it, which is the caller's to handle.
 */
export const patient =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load()
    } catch (error) {
      if (await serverAnswers()) throw error
      return await retryOnceBack(load)
    }
  }

async function retryOnceBack<Module>(load: () => Promise<Module>): Promise<Module> {
  missing.write(missing.read() + 1)
  try {
    await serverBack()
    return await load()
  } finally {
    missing.write(missing.read() - 1)
  }
}
