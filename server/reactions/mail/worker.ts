import { createMailSender } from '../../adapters/mail.ts'
import type { Services } from '../../core/context.ts'
import { systemContext } from '../../core/reach.ts'
import { storageTrouble } from '../../core/storage-trouble.ts'
import { deliverDueMails } from './commands/deliver.ts'

const POLL_MS = 2000

/** Delivers queued mails while the server runs; `stop` waits for the one being sent. */
export function startMailWorker(services: Services): { stop: () => Promise<void> } {
  const sender = createMailSender(services.config, services.log)
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const deliver = async () => {
    try {
      await deliverDueMails(systemContext({ services }), sender)
    } catch (error) {
      if (storageTrouble(services, error) === null) {
        services.log.error({ err: error }, 'mail delivery failed')
      }
    }
    if (!stopped) timer = setTimeout(run, POLL_MS)
  }
  const run = () => {
    running = deliver()
  }
  run()

  return {
    async stop() {
      stopped = true
      await running
      clearTimeout(timer)
      sender.close()
    },
  }
}
