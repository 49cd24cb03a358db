import { readConfig } from './base/core/config.ts'
import { endWith } from './base/core/failed-start.ts'
import { openPortal, servePortal, stopOnSignals } from './portal.ts'

/** Serves the portal until a signal ends it; `--dev` serves the client with hot reload. */
export async function serve(args: string[]): Promise<void> {
  const portal = await openPortal(readConfig())
  const running = await servePortal(portal, { client: args.includes('--dev') ? 'live' : 'built' })
  stopOnSignals(running, portal.services)
  console.log(`${portal.services.config.appName} is ready at ${running.url}`)
}

if (import.meta.main) {
  try {
    await serve(process.argv.slice(2))
  } catch (error) {
    endWith(error)
  }
}
