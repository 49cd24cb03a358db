import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { beforeAll, inject } from 'vitest'
import { seedDemo } from '#scripts/seed/demo/index.ts'
import type { DemoWorld } from '#scripts/seed/demo/world.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { TEST_NOW, testServices } from './caller.ts'
import { copyTemplate, openTestDatabase } from './databases/database.ts'

export interface SeededDemo {
  db: Db
  world: DemoWorld
}

/** A seeded database to copy, with its contents. */
interface DemoTemplate {
  template: string
  world: DemoWorld
}

/** The demo, small or with its year, for all read-only tests of a file; call the result in them. */
export function openDemo(extent: { year?: boolean } = {}): () => SeededDemo {
  let demo: SeededDemo | null = null
  beforeAll(async () => {
    const { template, world } = await demoTemplate(extent.year ?? false)
    const { database, close } = await openTestDatabase(template)
    demo = { db: database.db, world }
    return close
  })
  return () => {
    if (demo === null) throw new Error('The demo opens before the tests, and not for other hooks')
    return demo
  }
}

/** Seeds once for all files and workers: the first to create the folder seeds, the others wait. */
async function demoTemplate(year: boolean): Promise<DemoTemplate> {
  const folder = join(inject('testDatabase').folder, year ? 'demo-year' : 'demo')
  const ready = join(folder, 'ready')
  try {
    mkdirSync(folder)
  } catch {
    while (!existsSync(ready)) await sleep(200)
    return deserialize(readFileSync(ready)) as DemoTemplate
  }
  const { url, name } = await copyTemplate()
  const database = openDatabase(url)
  const services = testServices(database.db, { config: { demo: true, dataDir: join(folder, 'data') } })
  const world = await seedDemo(services, TEST_NOW, { year })
  await database.close()
  if (world === null) throw new Error('An empty database was taken for a seeded one')
  const seeded: DemoTemplate = { template: name, world }
  writeFileSync(`${ready}.tmp`, serialize(seeded))
  renameSync(`${ready}.tmp`, ready)
  return seeded
}
