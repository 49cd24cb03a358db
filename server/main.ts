import { readConfig } from './config.ts'
import { openPortal, servePortal, stopOnSignals } from './portal.ts'

try {
  const portal = await openPortal(readConfig())
  const client = process.argv.includes('--dev') ? 'live' : 'built'
  const running = await servePortal(portal, { client })
  stopOnSignals(running, portal.services)
  console.log(`${portal.services.config.appName} is ready at ${running.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
