import { createMailSender } from '../../base/adapters/mail.ts'
import { pause } from '../../base/core/calls/fair-queue.ts'
import type { Services } from '../../base/core/context.ts'
import { systemContext } from '../../base/core/rows/reach.ts'
import { describeStorageFailure } from '../../base/core/storage-failures.ts'
import { deliverDueMails, type MailPart } from './delivery/commands/deliver.ts'

const POLL_MS = 2000

/**
 * Delivers queued mails while the server runs, with a separate worker for those needed to sign in; `stop`
 * lets current deliveries finish for a moment and leaves the rest queued.
 */
export function startMailWorker(services: Services): { stop: () => void } {
  const sender = createMailSender(services.config, services.log)
  const stopping = new AbortController()
  const { signal } = stopping

  const deliver = async (part: MailPart) => {
    while (!signal.aborted) {
      try {
        await deliverDueMails(systemContext({ services }), sender, { part, signal })
      } catch (error) {
        if (describeStorageFailure(services, error) === null) {
          services.log.error({ err: error }, 'mail delivery failed')
        }
      }
      await pause(POLL_MS, signal)
    }
  }
  services.inFlight.run(async () => {
    await Promise.all([deliver('account'), deliver('others')])
    sender.close()
  })
  return { stop: () => stopping.abort() }
}
