import pretty from 'pino-pretty'
import { createLogger } from '#server/base/adapters/log.ts'
import { requireAddress } from '#server/door/http/listen.ts'
import { openPortal } from '#server/portal.ts'
import { runCommand } from './command-line.ts'
import { demoConfig, seedPortal, serveDemo } from './demo-portal.ts'

/** One line per entry; for a request, its URL and result. */
const LAYOUT = {
  sync: true,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: '{msg}{if method} {method} {path}: {status} in {ms} ms{end}',
  ignore: 'method,path,status,ms,ip',
}

// Hot reload needs the development build of React, whatever the machine's environment says.
process.env.NODE_ENV = 'development'

/** Serves the demo from `data/dev` with hot reload and a readable log. */
await runCommand(async () => {
  const config = demoConfig({ dataDir: 'data/dev', logLevel: 'info' })
  const log = createLogger(config.logLevel, pretty(LAYOUT))
  await requireAddress(config)
  const portal = await openPortal(config, log)
  await seedPortal(portal)
  await serveDemo(portal, { client: 'live', startOver: `rm -r ${config.dataDir}` })
})
