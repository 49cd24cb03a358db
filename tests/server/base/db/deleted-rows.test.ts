import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createOwnDatabase } from '#tests/support/databases/database.ts'

const MARKER = 'Wilhelmina Featherstonehaugh'

test.runIf(inject('testDatabase').dialect === 'sqlite')(
  'deleted and overwritten texts are not left in the file of SQLite',
  async () => {
    const database = await createOwnDatabase()
    if (database.dialect !== 'sqlite') return
    const { db, file } = database
    const isInFile = () => {
      file.pragma('wal_checkpoint(TRUNCATE)')
      return readFileSync(file.name).includes(MARKER)
    }
    await sql`create table notes (id integer primary key, body text)`.execute(db)
    // Enough for pages of their own, which deletion frees.
    for (let id = 1; id <= 20; id++) {
      await sql`insert into notes values (${id}, ${MARKER.repeat(300)})`.execute(db)
    }
    expect(isInFile()).toBe(true)
    await sql`update notes set body = 'Former member' where id = 1`.execute(db)
    await sql`delete from notes where id > 1`.execute(db)
    expect(isInFile()).toBe(false)
  },
)
