import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '#scripts/tools/memory-folder.ts'
import { createTemporaryFolder, removeTemporaryFolders } from '#server/base/core/temporary-folders.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'

const PURPOSE = 'foyersqlite'

/** Migrates one template file; every test database is a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  await removeTemporaryFolders(memoryFolder(), PURPOSE)
  const folder = await createTemporaryFolder(memoryFolder(), PURPOSE)
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
