import { readConfig } from '#server/core/config.ts'
import { openPortal, type RunningPortal, servePortal } from '#server/portal.ts'
import { DONE, type Order } from './order.ts'

/**
 * A process that serves one portal after the other, as its parent orders: most of a server's start is the
 * loading of its code. It answers on standard output, so that what was logged before is read before.
 */

let stop: (() => Promise<void>) | null = null

async function obey({ start, clientFolder }: Order): Promise<void> {
  if (start === null) {
    await stop?.()
    stop = null
  } else {
    const portal = await openPortal(readConfig(start))
    const running = await servePortal(portal, { client: 'built', clientFolder })
    stop = () => stopAndFlush(running, portal.services.log)
  }
  console.log(DONE)
}

async function stopAndFlush(running: RunningPortal, log: { flush: (done: () => void) => void }) {
  await running.stop()
  await new Promise<void>((resolve) => log.flush(resolve))
}

process.on('message', obey)
process.once('disconnect', () => process.exit())
