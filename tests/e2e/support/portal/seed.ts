import { seedDemo } from '#scripts/seed/demo/index.ts'
import { readConfig } from '#server/base/core/config.ts'
import { openPortal } from '#server/portal.ts'

/**
 * `node seed.ts demo|year|empty FOLDER`: creates a data folder with the demo, small or with its year, or an
 * empty database.
 */
const [, , kind, dataDir] = process.argv
const portal = await openPortal(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: '1' }))
if (kind !== 'empty') await seedDemo(portal.services, new Date(), { year: kind === 'year' })
await portal.close()
