import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/base/core/config.ts'
import { openPortal, servePortal, stopOnSignals } from '#server/portal.ts'

// The server process as `npm start` runs it, but without pages: tests start, signal and kill it.
const portal = await openPortal(readConfig())
const running = await servePortal(portal, { client: 'none' })
stopOnSignals(running, portal.services)
// Reused by servers that start later; a killed server can't write it when it ends.
flushCompileCache()
process.send?.(new URL(running.url).port)
