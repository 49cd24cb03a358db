import { pause } from './base/core/calls/fair-queue.ts'
import type { Services } from './base/core/context.ts'
import { systemContext } from './base/core/rows/reach.ts'
import { describeStorageFailure } from './base/core/storage-failures.ts'
import { runImports } from './overview/imports/commands/run.ts'

const POLL_MS = 2000

/** Processes queued imports while the server runs; `stop` lets the current batch finish. */
export function startImportWorker(services: Services): { stop: () => void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      try {
        await runImports(systemContext({ services }, 'job', 'Import'), signal)
      } catch (error) {
        if (describeStorageFailure(services, error) === null)
          services.log.error({ err: error }, 'imports failed')
      }
      await pause(POLL_MS, signal)
    }
  }
  services.inFlight.run(work)
  return { stop: () => stopping.abort() }
}
