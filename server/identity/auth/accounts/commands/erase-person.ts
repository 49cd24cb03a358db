import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { unscoped } from '../../../../base/core/rows/rows.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import {
  type AnyPersonal,
  type AnyTableCard,
  type AnyWhere,
  DELETED_USER,
  deletedAddress,
  listCards,
} from '../../../../base/db/table-cards.ts'

interface Named {
  name: string
  email: string
}

interface OwnName extends Named {
  /** Whether others also have the name, so that it only means the person in their own rows. */
  isShared: boolean
}

export interface ErasedPerson {
  userId: string
  agencyId: AgencyId | null
  /** The current name and address, and the former ones. */
  names: readonly OwnName[]
}

type NamedPerson = Omit<ErasedPerson, 'names'> &
  ReturnType<typeof distinctTexts> & { purged: AgencyId | null }

type Builder = ExpressionBuilder<Schema, 'messages'>
type Change = Exclude<AnyPersonal, 'row' | { kept: string }>

/**
 * The person's current and former names and addresses, without those of others: former names that somebody else of the
 * agency has or had, and addresses that an account, open invitation, client or contact has now.
 */
export async function namesOf(
  tx: Tx,
  { userId, agencyId }: Pick<ErasedPerson, 'userId' | 'agencyId'>,
  { name, email }: Named,
): Promise<OwnName[]> {
  const db = unscoped(tx)
  const invited = db
    .selectFrom('invitations')
    .select('email')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
  // The agency's own record of the person may still have their former address.
  const ownClient = db
    .selectFrom('profiles')
    .select('client_id')
    .where('user_id', '=', userId)
    .where('client_id', 'is not', null)
  const contacts = db
    .selectFrom('client_contacts')
    .select('email')
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', userId)]))
  const former = await db
    .selectFrom('former_names')
    .select(['name', 'email'])
    .select((eb) =>
      eb
        .or([
          eb('email', 'in', db.selectFrom('users').select('email').where('id', '!=', userId)),
          eb('email', 'in', invited),
          eb('email', 'in', db.selectFrom('clients').select('email').where('id', 'not in', ownClient)),
          eb('email', 'in', contacts),
        ])
        .as('isUsed'),
    )
    .where('user_id', '=', userId)
    .execute()
  const others = await namesOfOthers(tx, { userId, agencyId }, [name, ...former.map((row) => row.name)])
  const isShared = others.has(name)
  return [
    { name, email, isShared },
    ...former.map((row) => ({
      ...(others.has(row.name) ? { name, isShared } : { name: row.name, isShared: false }),
      email: row.isUsed ? email : row.email,
    })),
  ]
}

/** Those of the names that others have or had who are or were in the agency. */
async function namesOfOthers(
  tx: Tx,
  { userId, agencyId }: Pick<ErasedPerson, 'userId' | 'agencyId'>,
  names: readonly string[],
): Promise<Set<string>> {
  const db = unscoped(tx)
  const found = new Set<string>()
  for (const some of batchesOf([...new Set(names)], TEXTS_AT_ONCE)) {
    for (const table of ['profiles', 'former_names'] as const) {
      const named = await db
        .selectFrom(table)
        .select(['user_id', 'name'])
        .where('user_id', '!=', userId)
        .where('name', 'in', some)
        .execute()
      const members = await membersAmong(
        tx,
        agencyId,
        named.map((row) => row.user_id),
      )
      for (const { user_id, name } of named) if (members.has(user_id)) found.add(name)
    }
  }
  return found
}

/** Which of the people are or were in the agency, according to its members and its audit log. */
async function membersAmong(
  tx: Tx,
  agencyId: AgencyId | null,
  userIds: readonly string[],
): Promise<Set<string>> {
  const db = unscoped(tx)
  const members = new Set<string>()
  for (const ids of batchesOf(userIds, TEXTS_AT_ONCE)) {
    const logged = (column: 'actor_id' | 'subject_id') =>
      db
        .selectFrom('audit_log')
        .select(sql<string>`${sql.ref(column)}`.as('user_id'))
        .where('agency_id', '=', agencyId)
        .where(column, 'in', ids)
    const rows = await db
      .selectFrom('profiles')
      .select('user_id')
      .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
      .where('user_id', 'in', ids)
      .union(logged('actor_id'))
      .union(logged('subject_id'))
      .execute()
    for (const { user_id } of rows) members.add(user_id)
  }
  return members
}

/**
 * Deletes the rows that belong to the person alone, according to the table cards. Returns the storage keys of
 * their files, to be deleted after the commit.
 */
export async function eraseOwnRows(
  tx: Tx,
  person: Pick<ErasedPerson, 'userId' | 'names'>,
): Promise<string[]> {
  const keys: string[] = []
  for (const [table, card] of listCards(tx.services.tables)) {
    if (card.own === undefined) continue
    const isOwn = ownedBy(card.own, person)
    if (card.file !== undefined) {
      const files = unscoped(tx)
        .selectFrom(table as 'messages')
        .select(card.file as 'id')
        .where(isOwn)
      keys.push(...(await files.execute()).flatMap((row) => Object.values(row)))
    }
    await unscoped(tx)
      .deleteFrom(table as 'messages')
      .where(isOwn)
      .execute()
  }
  return keys
}

/**
 * Replaces the person's names and addresses in the remaining rows, according to the table cards; except those of
 * `purged`, an agency whose rows are about to be deleted.
 */
export async function anonymizePerson(
  tx: Tx,
  { names, ...ids }: ErasedPerson,
  { purged = null }: { purged?: AgencyId | null } = {},
): Promise<void> {
  const person = { ...ids, ...distinctTexts(names), purged }
  for (const [table, card] of listCards(tx.services.tables)) {
    for (const [column, rules] of Object.entries(card.personal ?? {})) {
      for (const rule of [rules].flat()) {
        if (rule === 'row' || 'kept' in rule) continue
        const isNamed = namedIn({ card, column, rule }, person)
        if (isNamed === null) continue
        if ('mentions' in rule) {
          // A name alone could be anyone's elsewhere.
          const isTheirs = rule.of !== undefined || rule.about !== undefined
          const texts = isTheirs ? [...person.emails, ...person.names] : person.emails
          await replaceMentions(tx, { table, column, texts, isNamed }, person)
          continue
        }
        await unscoped(tx)
          .updateTable(table as 'messages')
          .set({ [column]: replacementFor(rule, person) })
          .where(isNamed)
          .execute()
      }
    }
  }
}

/** Each text once, because every rule looks for all of them. */
const distinctTexts = (names: readonly OwnName[]) => ({
  names: [...new Set(names.map(({ name }) => name))],
  uniqueNames: [...new Set(names.flatMap(({ name, isShared }) => (isShared ? [] : [name])))],
  emails: [...new Set(names.map(({ email }) => email))],
})

const is = (eb: Builder, [column, operator, value]: AnyWhere): Expression<SqlBool> =>
  eb(eb.ref(column as 'id'), operator, value as string)

const ownedBy =
  (own: NonNullable<AnyTableCard['own']>, { userId, names }: Pick<ErasedPerson, 'userId' | 'names'>) =>
  (eb: Builder) => {
    if (typeof own === 'string') return is(eb, [own, '=', userId])
    const conditions =
      'email' in own
        ? [eb(eb.ref(own.email as 'id'), 'in', distinctTexts(names).emails)]
        : [own.person].flat().map((column) => is(eb, [column, '=', userId]))
    return eb.and(own.where === undefined ? conditions : [...conditions, is(eb, own.where)])
  }

interface NamingColumn {
  card: AnyTableCard
  column: string
  rule: Change
}

/** Null if nothing can identify the person: a name is only unique enough within their agency. */
function namedIn({ card, column, rule }: NamingColumn, person: NamedPerson) {
  const { userId, agencyId, names, uniqueNames, emails, purged } = person
  const isLabel = !('mentions' in rule) && rule.by === 'name' && rule.of === undefined
  if (isLabel && (agencyId === null || card.of !== 'agency' || uniqueNames.length === 0)) return null
  return (eb: Builder) => {
    const conditions: Expression<SqlBool>[] = []
    if (purged !== null && card.key?.includes('agency_id'))
      conditions.push(eb.or([is(eb, ['agency_id', 'is', null]), is(eb, ['agency_id', '!=', purged])]))
    if (rule.of !== undefined) conditions.push(is(eb, [rule.of, '=', userId]))
    if ('mentions' in rule && rule.about !== undefined) conditions.push(isAbout(eb, rule.about, userId))
    if (isLabel) conditions.push(is(eb, ['agency_id', '=', agencyId]))
    if ('mentions' in rule) return eb.and(conditions)
    if (rule.where !== undefined) conditions.push(is(eb, rule.where))
    const texts = rule.by === 'name' ? (isLabel ? uniqueNames : names) : emails
    if (rule.by !== undefined) conditions.push(eb(eb.ref(column as 'id'), 'in', texts))
    return eb.and(conditions)
  }
}

/** The person's record as a contributor, and their weeks. */
function isAbout(eb: Builder, column: string, userId: string): Expression<SqlBool> {
  const record = eb
    .selectFrom('profiles')
    .select('profiles.employee_id')
    .where('profiles.user_id', '=', userId)
    .where('profiles.employee_id', 'is not', null)
  const weeks = eb.selectFrom('timesheets').select('timesheets.id').where('timesheets.user_id', '=', userId)
  const subject = eb.ref(column as 'id')
  return eb.or([eb(subject, 'in', record), eb(subject, 'in', weeks)])
}

const replacementFor = ({ becomes }: Exclude<Change, { mentions: true }>, { userId }: NamedPerson) =>
  typeof becomes === 'function' ? becomes(userId) : becomes

/** Databases limit the depth of a condition. */
const TEXTS_AT_ONCE = 100
const UPDATES_AT_ONCE = 1000

interface Mentions {
  table: string
  column: string
  texts: readonly string[]
  isNamed: NonNullable<ReturnType<typeof namedIn>>
}

/** In code, because SQL would also replace the name within longer words, and an address within longer ones. */
async function replaceMentions(
  tx: Tx,
  { table, column, texts, isNamed }: Mentions,
  person: NamedPerson,
): Promise<void> {
  const content = sql.ref<string>(column)
  const without = withoutPerson(person)
  for (const some of batchesOf(texts, TEXTS_AT_ONCE)) {
    const rows = await unscoped(tx)
      .selectFrom(table as 'messages')
      .select(column as 'content')
      .distinct()
      .where(isNamed)
      .where((eb) => eb.or(some.map((text) => sql<SqlBool>`replace(${content}, ${text}, '') <> ${content}`)))
      .execute()
    const changed = rows
      .flatMap((row) => Object.values(row))
      .map((before) => ({ before, after: without(before) }))
      .filter(({ before, after }) => after !== before)
    // Each update may read all of the person's rows, of which there can be thousands.
    for (const batch of batchesOf(changed, UPDATES_AT_ONCE)) {
      const cases = batch.map(({ before, after }) => sql`when ${before} then ${after}`)
      await unscoped(tx)
        .updateTable(table as 'messages')
        .set({ [column]: sql<string>`case ${content} ${sql.join(cases, sql` `)} else ${content} end` })
        .where(isNamed)
        .where(
          content,
          'in',
          batch.map(({ before }) => before),
        )
        .execute()
    }
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Of two names of which one begins with the other, the longer one is found. */
const anyOf = (texts: readonly string[]): string =>
  `(?:${texts
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')})`

/** Replaces whole words and addresses only: the text “January” doesn't name a Jan. */
function withoutPerson({ userId, names, emails }: NamedPerson): (text: string) => string {
  const address = new RegExp(`(?<![\\p{L}\\p{N}._%+-])${anyOf(emails)}(?![\\p{L}\\p{N}-])`, 'gu')
  const words = names.filter((name) => name !== '')
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}])${anyOf(words.length > 0 ? words : emails)}(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return (text) => text.replace(address, () => deletedAddress(userId)).replace(word, () => DELETED_USER)
}
