import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { seedDemo } from '#scripts/seed/demo/index.ts'
import type { DemoWorld } from '#scripts/seed/demo/world.ts'
import type { Db } from '#server/db/schema.ts'
import { TEST_NOW, testServices } from './caller.ts'
import { openTestDatabase } from './database.ts'

export interface SeededDemo {
  db: Db
  world: DemoWorld
}

/** Seeds the demo, small or with its year, once for all tests of a file, which only read it; call it in them. */
export function openDemo(extent: { year?: boolean } = {}): () => SeededDemo {
  let demo: SeededDemo | null = null
  beforeAll(async () => {
    const { database, close } = await openTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'foyer-demo-'))
    const services = testServices(database.db, { config: { demo: true, dataDir } })
    const world = await seedDemo(services, TEST_NOW, extent)
    if (world !== null) demo = { db: database.db, world }
    return async () => {
      await close()
      rmSync(dataDir, { recursive: true })
    }
  }, 180_000)
  return () => {
    if (demo === null) throw new Error('An empty database was taken for a seeded one')
    return demo
  }
}
