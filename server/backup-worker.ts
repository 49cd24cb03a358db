import { pause } from './base/core/calls/fair-queue.ts'
import type { Services } from './base/core/context.ts'
import { systemContext } from './base/core/rows/reach.ts'
import { describeStorageFailure } from './base/core/storage-failures.ts'
import { runQueuedBackups } from './overview/platform/backups/commands/run-backup.ts'

const POLL_MS = 1000

/** Runs requested backups while the server runs; `stop` cancels the current one. */
export function startBackupWorker(services: Services): { stop: () => void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      try {
        await runQueuedBackups(systemContext({ services }, 'job', 'Backup'), signal)
      } catch (error) {
        if (describeStorageFailure(services, error) === null)
          services.log.error({ err: error }, 'backups failed')
      }
      await pause(POLL_MS, signal)
    }
  }
  services.inFlight.run(work)
  return { stop: () => stopping.abort() }
}
