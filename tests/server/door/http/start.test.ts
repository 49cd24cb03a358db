import { describe, expect, inject, test } from 'vitest'
import { failToStart } from '#tests/support/servers/failed-start.ts'
import { dataFolder } from '#tests/support/servers/process.ts'

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('a start that fails', () => {
  test('ends with a status of its own for invalid settings, which no restart mends', async () => {
    const { status, output } = await failToStart({ DATA_DIR: dataFolder(), PASSWORD_MIN_LENGTH: 'six' })
    expect(status).toBe(78)
    expect(output).toContain('PASSWORD_MIN_LENGTH')
  })
})
