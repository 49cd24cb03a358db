import { seedDemo } from '#scripts/seed/demo/index.ts'
import { readConfig } from '#server/core/config.ts'
import { openPortal } from '#server/portal.ts'

/** `node seed.ts demo|year|empty FOLDER`: makes a data folder with the demo, small or whole, or an empty database. */
const [, , kind, dataDir] = process.argv
const portal = await openPortal(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: '1' }))
if (kind !== 'empty') await seedDemo(portal.services, new Date(), { year: kind === 'year' })
await portal.close()
