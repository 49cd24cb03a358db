import { readConfig } from '#server/core/config.ts'
import { openPortal, servePortal } from '#server/portal.ts'
import { answerFigures } from '../tools/process-figures.ts'

// The product as `npm start` runs it, every protection and log line on, without the pages.
process.once('message', async () => {
  const running = await servePortal(await openPortal(readConfig()), { client: 'none' })
  process.send?.(Number(new URL(running.url).port))
})
answerFigures()
