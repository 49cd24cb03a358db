import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '#scripts/tools/memory-folder.ts'
import { newTemporaryFolder } from '#scripts/tools/temporary-folders.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'

/** Migrates one template file; every test database is a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await newTemporaryFolder('foyer-sqlite', memoryFolder())
  const template = join(folder, 'template.db')
  const database = openDatabase(`file:${template}`)
  await migrateToLatest(database.db)
  if (database.dialect === 'sqlite') database.file.pragma('journal_mode = DELETE')
  await database.close()
  project.provide('testDatabase', { dialect: 'sqlite', template, folder })
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase:
      | { dialect: 'sqlite'; template: string; folder: string }
      | {
          dialect: 'postgres'
          template: string
          folder: string
          url: string
          strategy: string
        }
  }
}
