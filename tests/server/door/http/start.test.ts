import { readdirSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { failToStart } from '#tests/support/servers/failed-start.ts'
import { listen } from '#tests/support/servers/http.ts'

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('a start that fails', () => {
  test('exits with its own status for invalid settings, which no restart fixes', async () => {
    const { status, output } = await failToStart({ DATA_DIR: temporaryFolder(), PASSWORD_MIN_LENGTH: 'six' })
    expect(status).toBe(78)
    expect(output).toContain('PASSWORD_MIN_LENGTH')
  })

  test('names a port in use, and leaves the data untouched', async () => {
    const folder = temporaryFolder()
    const taken = new URL(await listen(() => {})).port
    const { status, output } = await failToStart({ DATA_DIR: folder, PORT: taken })
    expect([status, output.trim()]).toEqual([
      1,
      `Port ${taken} is in use by another program. End it, or set PORT to another port.`,
    ])
    expect(readdirSync(folder)).toEqual([])
  })
})
