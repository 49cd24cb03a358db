import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createAdmin } from '#scripts/operate/admin.ts'
import { backUp } from '#scripts/operate/backup.ts'
import { moveAllFiles } from '#scripts/operate/files-move.ts'
import { restore } from '#scripts/operate/restore.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

/** A shell in the program's folder, without the settings of the service; returns the folder and what it prints. */
function shell(settings: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const before = process.cwd()
  process.chdir(folder)
  for (const name of ['DATA_DIR', 'DATABASE_URL']) vi.stubEnv(name, settings[name] ?? '')
  onTestFinished(() => {
    process.chdir(before)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  return { folder, said: () => said.mock.calls.flat().join('\n') }
}

const CREATE = ['create', '--email', 'ada@example.test', '--name', 'Ada']

test.each([
  ['admin', () => createAdmin(CREATE)],
  ['backup', () => backUp()],
  ['restore', () => restore(['/somewhere/backup.zip'])],
  ['files:move', () => moveAllFiles(['--to', 's3'])],
])('%s is refused where no portal is and no folder was named', async (_name, run) => {
  const onPostgres = inject('testDatabase').dialect === 'postgres'
  const { folder } = shell(onPostgres ? { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' } : {})
  await expect(run()).rejects.toThrow(
    `There is no portal in ${join(folder, 'data')}, and DATA_DIR is not set.\nIf the portal runs as a service`,
  )
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('a command says which database and folder it acts on', async () => {
  const { url, dispose } = await copyTemplate()
  onTestFinished(dispose)
  const DATA_DIR = temporaryFolder()
  const { said } = shell({ DATA_DIR, DATABASE_URL: url })
  await createAdmin(CREATE)
  expect(said()).toMatch(/^Database: \S+.*\nFolder: {3}\S+/)
  expect(said()).toContain(`Folder:   ${DATA_DIR}`)
  expect(said()).not.toContain('(new)')
})
