import { readConfig } from '#server/base/core/config.ts'
import { inWords } from '#server/base/core/startup/failed-start.ts'
import { openPortal } from '#server/portal.ts'

// Started by root: opens the portals of these data folders as another user, and sends the result of each.
const [uid, own, ...folders] = process.argv.slice(2)
// The other user may not be able to read the program's own folder, so its modules are loaded first.
await (await openPortal(readConfig({ DATA_DIR: own, LOG_LEVEL: 'silent' }))).close()
process.setgid?.(Number(uid))
process.setuid?.(Number(uid))
const said: string[] = []
for (const folder of folders) {
  try {
    const portal = await openPortal(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
    await portal.close()
    said.push('started')
  } catch (error) {
    said.push(error instanceof Error ? inWords(error) : String(error))
  }
}
process.send?.(said)
