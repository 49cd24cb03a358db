import { answerFigures } from '../../../scripts/tools/process-figures.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import { openPortal, servePortal } from '../../../server/portal.ts'

// The product as `npm start` runs it, with all protections and logs but without pages.
process.once('message', async () => {
  const running = await servePortal(await openPortal(readConfig()), { client: 'none' })
  process.send?.(Number(new URL(running.url).port))
})
answerFigures()
