import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** A portal whose files are in a bucket. */
export async function openBucketPortal() {
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const s3 = await startS3()
  const config = { dataDir, filesBucket: s3.settings }
  const services = testServices(db, { config })
  const { url } = await startApp(services)
  const headersOf = async (scope: SeedPerson) => ({
    cookie: await cookieFor(services, scope.userId),
    origin: url,
  })
  const upload = async (scope: SeedPerson, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'drawing.bin')
    const target = `${url}/files?${new URLSearchParams({ project_id: project.id })}`
    return fetch(target, { method: 'POST', headers: await headersOf(scope), body: form })
  }
  const download = async (scope: SeedPerson, path: string) =>
    fetch(`${url}${path}`, { headers: await headersOf(scope) })
  const received = () => readdirSync(join(dataDir, 'files', 'receiving'))
  return { db, world, project, s3, services, config, url, upload, download, received }
}
