import { createMailSender } from '../../adapters/mail.ts'
import type { Services } from '../../core/context.ts'
import { pause } from '../../core/fair-queue.ts'
import { systemContext } from '../../core/reach.ts'
import { storageTrouble } from '../../core/storage-trouble.ts'
import { deliverDueMails, type MailPart } from './commands/deliver.ts'

const POLL_MS = 2000

/**
 * Delivers queued mails while the server runs, those that sign-in waits for by themselves; `stop` gives
 * what is being sent a moment and leaves the rest queued.
 */
export function startMailWorker(services: Services): { stop: () => Promise<void> } {
  const sender = createMailSender(services.config, services.log)
  const stopping = new AbortController()
  const { signal } = stopping

  const deliver = async (part: MailPart) => {
    while (!signal.aborted) {
      try {
        await deliverDueMails(systemContext({ services }), sender, { part, signal })
      } catch (error) {
        if (storageTrouble(services, error) === null) {
          services.log.error({ err: error }, 'mail delivery failed')
        }
      }
      await pause(POLL_MS, signal)
    }
  }
  const running = Promise.all([deliver('account'), deliver('others')])

  return {
    async stop() {
      stopping.abort()
      await running
      sender.close()
    },
  }
}
