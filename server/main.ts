import { readConfig } from './base/core/config.ts'
import { endWith } from './base/core/startup/failed-start.ts'
import { requireAddress } from './door/http/listen.ts'
import { findClient } from './door/http/pages/client-build.ts'
import { openPortal, servePortal, stopOnSignals } from './portal.ts'

/** Serves the portal until a signal ends it; `--dev` serves the client with hot reload. */
export async function serve(args: string[]): Promise<void> {
  const config = readConfig()
  await requireAddress(config)
  const client = args.includes('--dev') ? null : builtClient()
  const portal = await openPortal(config)
  if (client?.isCurrent === false) {
    portal.services.log.warn('the pages were built for another version: run npm run build')
  }
  const options = client === null ? LIVE : ({ client: 'built', clientFolder: client.folder } as const)
  const running = await servePortal(portal, options)
  stopOnSignals(running, portal.services)
  console.log(`${portal.services.config.appName} is ready at ${running.url}`)
}

const LIVE = { client: 'live' } as const

/** Called before the database is upgraded. */
function builtClient() {
  const client = findClient()
  if (client !== null) return client
  throw new Error('The client is not built yet. Run "npm run build" first, or "npm run dev" to develop.')
}

if (import.meta.main) {
  try {
    await serve(process.argv.slice(2))
  } catch (error) {
    endWith(error)
  }
}
