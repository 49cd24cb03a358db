import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { makeKey, placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import { listReferences } from '#server/base/db/agency-move/rows.ts'
import type { Database } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { type AnyPersonal, type AnyTableCard, classesOf, listCards } from '#server/base/db/table-cards.ts'
import { TABLES } from '#server/domains.ts'
import { databaseTables } from '#tests/support/databases/table-types.ts'

type Values = Record<string, string | number | null>

/** Columns in which a constraint allows only certain values, in tables without rows in the world. */
const ALLOWED: Record<string, string | number> = {
  'tokens.purpose': 'verify_email',
  'user_preferences.theme': 'dark',
  'saved_cards.provider': 'test',
  'card_setups.provider': 'test',
  'card_setups.status': 'failed',
  'payment_customers.provider': 'test',
  'mail_outbox.status': 'sent',
  'notification_mail_settings.delivery': 'daily',
  'pictures.kind': 'avatar',
}

/** A unique text to search for. */
export const PLANTED = 'zeldatext'

/**
 * Writes the person's name, address and texts into every column that may contain them; returns these columns.
 */
export async function plantPerson(
  database: Database,
  person: SeedPerson,
  dataDir: string,
): Promise<string[]> {
  const { db } = database
  const planted: string[] = []
  for (const [table, card] of listCards(TABLES)) {
    if (card.own !== undefined) planted.push(...(await addOwnRow(database, { table, card, person, dataDir })))
    for (const [column, rules] of Object.entries(card.personal ?? {})) {
      for (const [place, rule] of [rules].flat().entries()) {
        if (rule === 'row' || 'kept' in rule) continue
        // Only contributors have records that events are about.
        if ('about' in rule && person.employeeId === null) continue
        await writeInto(db, { table, column, rule, place, person, card })
        planted.push(`${table}.${column}`)
      }
    }
  }
  return [...new Set(planted)].sort()
}

const textOf = (
  rule: Exclude<AnyPersonal, 'row' | { kept: string }>,
  { name, email }: SeedPerson,
): string => {
  if ('mentions' in rule) return `Told by ${name}, ${email}`
  return rule.by === 'email' ? email : name
}

interface Place {
  table: string
  column: string
  rule: Exclude<AnyPersonal, 'row' | { kept: string }>
  /** The row of the table that gets the text. */
  place: number
  person: SeedPerson
  card: AnyTableCard
}

async function writeInto(db: Db, { table, column, rule, place, person, card }: Place): Promise<void> {
  const isAccount = table === 'users' || table === 'profiles'
  const values: Values = { [column]: isAccount && column === 'email' ? person.email : textOf(rule, person) }
  if (rule.of !== undefined && !isAccount) values[rule.of] = person.userId
  if ('about' in rule && rule.about !== undefined) values[rule.about] = person.employeeId
  let row = db.selectFrom(table as 'messages').selectAll()
  if (isAccount) row = row.where(rule.of as 'id', '=', person.userId)
  else if (card.of === 'agency') row = row.where('agency_id', '=', person.agencyId as never)
  const key = card.key?.includes('id') ? 'id' : 'agency_id'
  const chosen = (await row
    // Rows of the platform have no agency.
    .where(key as 'agency_id', 'is not', null)
    .orderBy(key)
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow()) as unknown as Values
  await db
    .updateTable(table as 'messages')
    .set(values as never)
    .where(key, '=', chosen[key] as never)
    .execute()
}

/** A row that belongs only to the person, with a text in each column that may contain one. */
async function addOwnRow(
  database: Database,
  {
    table,
    card,
    person,
    dataDir,
  }: { table: string; card: AnyTableCard; person: SeedPerson; dataDir: string },
): Promise<string[]> {
  const { db } = database
  const columns = (await databaseTables(db))[table] ?? {}
  const references = (await listReferences(database)).filter((one) => one.table === table)
  const classes = new Map(classesOf(card))
  const like = ((await db
    .selectFrom(table as 'messages')
    .selectAll()
    .executeTakeFirst()) ?? {}) as unknown as Values
  const texts = Object.entries(columns).filter(
    ([name, { kind }]) =>
      kind === 'text' &&
      name !== card.file &&
      ['personal', 'content', 'secret'].includes(classes.get(name) ?? ''),
  )
  const row: Values = {}
  for (const [name, { kind, nullable, filledIn }] of Object.entries(columns)) {
    const allowed = ALLOWED[`${table}.${name}`] ?? like[name]
    if (references.some(({ column }) => column === name)) row[name] = nullable ? null : (like[name] ?? null)
    else if (texts.some(([text]) => text === name)) row[name] = `${PLANTED} ${table}.${name} ${randomUUID()}`
    else if (allowed !== undefined && allowed !== null && name !== 'id') row[name] = allowed
    else if (!nullable && !filledIn) row[name] = kind === 'integer' ? 1 : randomUUID()
  }
  for (const [name, { kind }] of Object.entries(columns)) {
    if (/_at$/.test(name) && kind === 'text' && row[name] != null) row[name] = '2026-03-04T10:00:00.000Z'
  }
  if (card.file !== undefined) row[card.file] = plantFile(dataDir)
  Object.assign(row, ownersOf(card, person))
  if (typeof card.own === 'string') {
    await db
      .deleteFrom(table as 'sessions')
      .where(card.own as 'user_id', '=', person.userId)
      .execute()
  }
  await db
    .insertInto(table as 'messages')
    .values(row as never)
    .execute()
  return texts.map(([name]) => `${table}.${name}`)
}

function ownersOf({ own }: AnyTableCard, { userId, email }: SeedPerson): Values {
  if (own === undefined) return {}
  if (typeof own === 'string') return { [own]: userId }
  if ('email' in own) return { [own.email]: email }
  const condition = own.where === undefined ? {} : { [own.where[0]]: own.where[2] }
  return { ...Object.fromEntries([own.person].flat().map((column) => [column, userId])), ...condition }
}

/** Stores a file with the planted text and returns its key. */
export function plantFile(dataDir: string): string {
  const key = makeKey()
  const path = join(dataDir, 'files', placeOf(key))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, PLANTED)
  return key
}

/** The number of stored files with the planted text. */
export const plantedFiles = (dataDir: string): number =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8') === PLANTED,
  ).length
