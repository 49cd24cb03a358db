import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom, unscoped, updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { inOrder, listReferences } from '../../../../base/db/agency-move/rows.ts'
import { isSqlite } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { type AnyTableCard, listCards, type TableName } from '../../../../base/db/table-cards.ts'
import { toInstant } from '../../../../base/db/values.ts'
import {
  anonymizePerson,
  type ErasedPerson,
  eraseOwnRows,
  namesOf,
} from '../../../../identity/auth/accounts/commands/erase-person.ts'
import { DELETED_PASSWORD } from '../../../../identity/auth/passwords.ts'
import { eraseCards } from '../../../../money/payments/cards/commands/erase-cards.ts'
import { endAccount } from '../../../../money/payments/commands/remove-account.ts'
import { stopCharging } from '../../../../money/plans/commands/cancel.ts'
import { endPlansPaidBy } from '../../../../money/plans/commands/end-renewals.ts'

/** Deletes agencies whose grace period has ended, with all their people and files. */
export async function purgeAgencies(ctx: Ctx): Promise<void> {
  const due = await agenciesToDelete(ctx).execute()
  const storage = openStorage(ctx.services.config)
  await workThrough(ctx, { work: 'agency-deletion', of: ofPlatform }, due, async (agency) => {
    // Their deletion may have been canceled while others were deleted.
    const isDue = async (now: Ctx) =>
      (await agenciesToDelete(now).where('id', '=', agency.id).executeTakeFirst()) !== undefined
    if (!(await isDue(ctx))) return
    // Nothing is deleted while the provider still charges it or has its cards.
    await stopCharging(ctx, agency.id, 'now')
    for (const { userId } of await membersOf(ctx, agency.id)) {
      await endPlansPaidBy(ctx, userId)
      await eraseCards(ctx, userId)
    }
    await endAccount(ctx, agency.id)
    const keys = await transactIn(ctx, agency.id, async (tx) => {
      if (!(await isDue(tx))) return null
      const { accounts, keys } = await deleteRows(tx, agency.id)
      const { id, name } = agency
      await record(tx, 'agency.deleted', { id, agencyId: id, name, accounts })
      return keys
    })
    if (keys === null) return
    for (const key of keys) await storage.remove(key)
    ctx.services.log.info({ agencyId: agency.id }, 'agency deleted')
  })
}

const agenciesToDelete = (ctx: Ctx) =>
  selectFrom(ctx, 'agencies').select(['id', 'name']).where('delete_after', '<=', toInstant(ctx.now))

const membersOf = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id as userId', 'users.email', 'profiles.name'])
    .where('profiles.agency_id', '=', agencyId)
    .execute()

/**
 * Deletes the rows of the agency and its people according to the table cards. Returns the number of accounts
 * and the storage keys of its files, to be deleted after the rows. `keepMails` keeps the emails of an agency
 * that moves away.
 */
export async function deleteRows(
  tx: Tx,
  agencyId: AgencyId,
  { keepMails = false }: { keepMails?: boolean } = {},
): Promise<{ accounts: number; keys: string[] }> {
  const people: ErasedPerson[] = []
  for (const { userId, ...named } of await membersOf(tx, agencyId)) {
    people.push({ userId, agencyId, names: await namesOf(tx, { userId, agencyId }, named) })
  }
  const keys: string[] = []
  for (const person of people) await anonymizePerson(tx, person, { purged: agencyId })
  await releasePlatformBooks(tx, agencyId)
  for (const person of people) {
    keys.push(...(await eraseOwnRows(tx, person)))
    if (!keepMails) await deleteMailsOfPortal(tx, person)
  }
  const elsewhere = await idsInOtherAgencies(tx, { agencyId, userIds: people.map(({ userId }) => userId) })
  for (const person of people) {
    if (elsewhere.has(person.userId)) await eraseAccount(tx, person)
  }
  const target = { agencyId, userIds: people.map(({ userId }) => userId).filter((id) => !elsewhere.has(id)) }
  for (const [table, card] of await tablesToEmpty(tx)) {
    if (keepMails && MAILS.includes(table)) continue
    const isOfAgency = belongsTo(tx, card, target)
    if (isOfAgency === null) continue
    if (card.file !== undefined) {
      const files = unscoped(tx)
        .selectFrom(table as 'messages')
        .select(card.file as 'id')
        .where(isOfAgency)
      keys.push(...(await files.execute()).flatMap((row) => Object.values(row)))
    }
    await unscoped(tx)
      .deleteFrom(table as 'messages')
      .where(isOfAgency)
      .execute()
  }
  return { accounts: people.length, keys }
}

/** Those of the people whom rows of other agencies refer to, such as hours recorded there earlier. */
async function idsInOtherAgencies(tx: Tx, { agencyId, userIds }: AgencyToDelete): Promise<Set<string>> {
  const found = new Set<string>()
  if (userIds.length === 0) return found
  const tables = tx.services.tables as Record<string, AnyTableCard | undefined>
  for (const { table, column, refersTo } of await referencesOf(tx)) {
    const of = tables[table]?.of
    const hasAgency = of === 'agency' || (typeof of === 'object' && 'agencyOrPerson' in of)
    if (refersTo !== 'users' || !hasAgency) continue
    const rows = await unscoped(tx)
      .selectFrom(table as 'messages')
      .select(column as 'id')
      .distinct()
      .where(column as 'id', 'in', userIds)
      .where('agency_id', '!=', agencyId)
      .execute()
    for (const id of rows.flatMap((row) => Object.values(row))) found.add(id)
  }
  return found
}

/** As when a person deletes their account: what refers to it remains, without their name. */
async function eraseAccount(tx: Tx, person: ErasedPerson): Promise<void> {
  await anonymizePerson(tx, person)
  await updateTable(tx, 'profiles')
    .set({ agency_id: null, client_id: null, employee_id: null })
    .where('user_id', '=', person.userId)
    .execute()
  await tx.db
    .updateTable('users')
    .set({ password_hash: DELETED_PASSWORD, disabled_at: toInstant(tx.now) })
    .where('id', '=', person.userId)
    .execute()
}

/** What waits to be sent to the person by the portal itself, such as receipts, and not by any agency. */
async function deleteMailsOfPortal(tx: Tx, { names }: ErasedPerson): Promise<void> {
  const agencies = unscoped(tx).selectFrom('agencies').select('id')
  await unscoped(tx)
    .deleteFrom('mail_outbox')
    .where(
      'recipient',
      'in',
      names.map(({ email }) => email),
    )
    .where((eb) => eb.or([eb('lane', 'is', null), eb('lane', 'not in', agencies)]))
    .execute()
}

const MAILS: readonly string[] = ['mail_outbox', 'mail_attachments']

/**
 * Ordered by foreign keys; tables filled by triggers come last, because deleting the others fills them again.
 */
async function tablesToEmpty(tx: Tx): Promise<[table: TableName, card: AnyTableCard][]> {
  const cards = listCards(tx.services.tables).filter(([, { kept }]) => kept === undefined)
  const references = await referencesOf(tx)
  const rows = cards.flatMap(([table, { of }]) =>
    typeof of === 'object' && 'row' in of ? [{ table, column: of.row, refersTo: of.of }] : [],
  )
  const ordered = inOrder(
    cards.map(([name]) => ({ name })),
    [...references, ...rows],
  ).toReversed()
  const sorted = ordered.flatMap(({ name }) => cards.filter(([table]) => table === name))
  return [...sorted.filter(([, { derived }]) => !derived), ...sorted.filter(([, { derived }]) => derived)]
}

function referencesOf(tx: Tx) {
  const db = unscoped(tx)
  return listReferences({ db, dialect: isSqlite(db) ? 'sqlite' : 'postgres' })
}

interface AgencyToDelete {
  agencyId: AgencyId
  userIds: readonly string[]
}

type Builder = ExpressionBuilder<Schema, 'messages'>

/** Selects the rows of the agency and its people; null for tables that only have platform rows. */
function belongsTo(
  tx: Tx,
  { of }: Pick<AnyTableCard, 'of'>,
  target: AgencyToDelete,
): ((eb: Builder) => Expression<SqlBool>) | null {
  if (of === 'platform') return null
  const { agencyId, userIds } = target
  const is = (eb: Builder, column: string) => eb(eb.ref(column as 'agency_id'), '=', agencyId)
  const isOfPerson = (eb: Builder, column: string) =>
    userIds.length === 0 ? eb.lit(false) : eb(eb.ref(column as 'sender_id'), 'in', userIds)
  if (of === 'agency') return (eb: Builder) => is(eb, 'agency_id')
  if ('agency' in of) return (eb: Builder) => is(eb, of.agency)
  if ('person' in of) return (eb: Builder) => isOfPerson(eb, of.person)
  if ('agencyOrPerson' in of) {
    return (eb: Builder) =>
      eb.or([
        is(eb, 'agency_id'),
        eb.and([eb(eb.ref('agency_id'), 'is', null), isOfPerson(eb, of.agencyOrPerson)]),
      ])
  }
  const parent = tx.services.tables[of.of as TableName] as unknown as AnyTableCard
  const isOfParent = belongsTo(tx, parent, target)
  if (isOfParent === null) return null
  const parents = unscoped(tx)
    .selectFrom(of.of as 'messages')
    .select((of.key ?? 'id') as 'id')
    .where(isOfParent)
  return (eb: Builder) => eb(eb.ref(of.row as 'id'), 'in', parents)
}

/** The agency's payments to others remain in their books with its name, but without its keys or people. */
async function releasePlatformBooks(tx: Tx, agencyId: AgencyId): Promise<void> {
  const members = selectFrom(tx, 'profiles').select('user_id').where('agency_id', '=', agencyId)
  const { name } = await selectFrom(tx, 'agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  await updateTable(tx, 'payments')
    .set({ payer_name: name })
    .where('payer_agency_id', '=', agencyId)
    .execute()
  for (const table of ['payments', 'invoices'] as const) {
    await updateTable(tx, table)
      .set({ payer_agency_id: null })
      .where('payer_agency_id', '=', agencyId)
      .execute()
    await updateTable(tx, table).set({ payer_user_id: null }).where('payer_user_id', 'in', members).execute()
  }
  await updateTable(tx, 'invoices')
    .set({ credited_invoice_id: null })
    .where('agency_id', '=', agencyId)
    .execute()
  await tx.db
    .updateTable('platform_settings')
    .set({ instance_keys_agency_id: null })
    .where('instance_keys_agency_id', '=', agencyId)
    .execute()
}
