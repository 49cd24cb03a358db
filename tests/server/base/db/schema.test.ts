import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { databaseTables, schemaProblems, typedTables } from '#tests/support/databases/table-types.ts'

const typed = typedTables()

test('the table types describe exactly the tables and columns of the migrated database', async () => {
  const { db } = await createTestDatabase()
  expect(schemaProblems(typed, await databaseTables(db))).toEqual([])
})

test('a column states its type, nullability, and whether an insert may omit it', () => {
  expect(typed.search_entries?.entry_id).toEqual({ kind: 'integer', nullable: false, filledIn: true })
  expect(typed.projects?.billing_rate).toEqual({ kind: 'integer', nullable: true, filledIn: true })
  expect(typed.agencies?.status).toEqual({ kind: 'text', nullable: false, filledIn: false })
})

describe('a change made only to the database is detected', () => {
  const changes: [definition: string, problems: string[]][] = [
    ['create table extra (id text not null)', ['the types have no table extra']],
    ['drop table schedule_feeds', ['the database has no table schedule_feeds']],
    ['alter table clients add column nickname text', ['the types have no column clients.nickname']],
    ['alter table clients drop column phone', ['the database has no column clients.phone']],
    [
      'alter table clients rename column phone to telephone',
      ['the database has no column clients.phone', 'the types have no column clients.telephone'],
    ],
  ]
  if (inject('testDatabase').dialect === 'postgres') {
    changes.push(
      [
        'alter table agencies alter column currency drop not null',
        ['agencies.currency may be null, but is not typed so'],
      ],
      [
        'alter table agencies alter column trial_ends_at set not null',
        ['agencies.trial_ends_at is typed as nullable, but is not null'],
      ],
      [
        'alter table agencies alter column version drop default',
        ['agencies.version may be left out of inserts by its type, but has no default'],
      ],
      [
        'alter table profiles alter column avatar type bigint using null',
        ['profiles.avatar is typed as text, but is integer'],
      ],
    )
  }

  test.each(changes)('%s', async (definition, problems) => {
    const { db } = await createTestDatabase()
    await sql.raw(definition).execute(db)
    expect(schemaProblems(typed, await databaseTables(db))).toEqual(problems)
  })
})
