import pretty from 'pino-pretty'
import { createLogger } from '#server/adapters/log.ts'
import { openPortal } from '#server/portal.ts'
import { runCommand } from './command-line.ts'
import { demoConfig, serveDemo } from './demo.ts'

/** One line an entry; of a request, what was asked and how it went. */
const LAYOUT = {
  sync: true,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: '{msg}{if method} {method} {path}: {status} in {ms} ms{end}',
  ignore: 'method,path,status,ms,ip',
}

/** Serves the demo from `data/dev` with hot reload and a log for people. */
await runCommand(async () => {
  const config = demoConfig({ dataDir: 'data/dev', logLevel: 'info' })
  const log = createLogger(config.logLevel, pretty(LAYOUT))
  const portal = await openPortal(config, log)
  await serveDemo(portal, { client: 'live', startOver: `rm -r ${config.dataDir}` })
})
