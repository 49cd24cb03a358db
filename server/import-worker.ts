import type { Services } from './core/context.ts'
import { pause } from './core/fair-queue.ts'
import { systemContext } from './core/reach.ts'
import { storageTrouble } from './core/storage-trouble.ts'
import { runImports } from './imports/commands/run.ts'

const POLL_MS = 2000

/** Works on queued imports while the server runs; `stop` lets the batch under way end. */
export function startImportWorker(services: Services): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      try {
        await runImports(systemContext({ services }, 'job', 'Import'), signal)
      } catch (error) {
        if (storageTrouble(services, error) === null) services.log.error({ err: error }, 'imports failed')
      }
      await pause(POLL_MS, signal)
    }
  }
  const running = work()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
