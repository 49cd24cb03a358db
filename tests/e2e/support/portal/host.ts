import { readConfig } from '#server/base/core/config.ts'
import { openPortal, type RunningPortal, servePortal } from '#server/portal.ts'
import { DONE, type Order } from './order.ts'

/**
 * A process that serves portals one after another on its parent's orders, because most of a server's startup
 * is loading code. Replies go to standard output, so that earlier logs are read first.
 */

/** Pages always include all first results, even on a busy machine. */
const PATIENCE_MS = 20_000

let stop: (() => Promise<void>) | null = null

async function execute({ start, clientFolder }: Order): Promise<void> {
  if (start === null) {
    await stop?.()
    stop = null
  } else {
    const portal = await openPortal(readConfig(start))
    const running = await servePortal(portal, { client: 'built', clientFolder, patienceMs: PATIENCE_MS })
    stop = () => stopAndFlush(running, portal.services.log)
  }
  console.log(DONE)
}

async function stopAndFlush(running: RunningPortal, log: { flush: (done: () => void) => void }) {
  await running.stop()
  await new Promise<void>((resolve) => log.flush(resolve))
}

process.on('message', execute)
process.once('disconnect', () => process.exit())
