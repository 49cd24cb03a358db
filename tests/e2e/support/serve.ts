import { readConfig } from '#server/config.ts'
import { openPortal, servePortal, stopOnSignals } from '#server/portal.ts'

/** `node serve.ts FOLDER`: the portal as the environment says, with the client that is in the folder. */
const [, , clientFolder] = process.argv
const portal = await openPortal(readConfig())
stopOnSignals(await servePortal(portal, { client: 'built', clientFolder }), portal.services)
