import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { BOOK_ACTS } from '#tests/support/money/interrupted/book-acts.ts'
import { actsOnce } from '#tests/support/money/interrupted/whole-or-nothing.ts'

const SCRIPT = join(import.meta.dirname, '../../../../support/money/interrupted/run-book-act.ts')

/** Within the transactions, all of which have more statements than this. */
const STOPS = [3, 5]

test.each(Object.entries(BOOK_ACTS))(
  '%s in a process that is killed midway can be repeated',
  async (name, acting) => {
    const { url, dispose } = await copyTemplate()
    const database = openDatabase(url)
    onTestFinished(async () => {
      await database.close()
      await dispose()
    })
    const { at, made, check } = await actsOnce(database.db, acting)
    for (const stop of STOPS) {
      const given = JSON.stringify({ world: at.world, made })
      const child = fork(SCRIPT, [url, name, String(stop), given], { execArgv: [], stdio: 'inherit' })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await check()).toBe('nothing')
    }
    await acting.act(at, made)
    expect(await check()).toBe('done')
  },
)
