import { sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { inAgency, isPlatformAdmin } from '../../core/reach.ts'
import { selectFrom, unscoped } from '../../core/rows.ts'
import { TENANT_TABLES, type TenantTable } from '../../db/tenants.ts'

/** Indexes and signals the portal makes by itself. */
const DERIVED = new Set([
  'search_entries',
  'changes',
  'assignee_tallies',
  'book_tallies',
  'client_tallies',
  'message_tallies',
  'task_tallies',
  'tax_days',
  'tax_tallies',
  'time_tallies',
])
/** Nobody outside the portal has a use for these. */
const SECRET_COLUMN = /hash|secret|token|idempotency|provider_|storage_key|request_key|refund_key/

/** Tables whose rows belong to an agency through their parent. */
const CHILDREN: Record<string, { parent: string; key: string }> = {
  invoice_items: { parent: 'invoices', key: 'invoice_id' },
  invoice_reminders: { parent: 'invoices', key: 'invoice_id' },
  payment_disputes: { parent: 'payments', key: 'payment_id' },
  payment_refunds: { parent: 'payments', key: 'payment_id' },
  event_exceptions: { parent: 'events', key: 'event_id' },
  event_attendees: { parent: 'events', key: 'event_id' },
  process_steps: { parent: 'process_templates', key: 'template_id' },
}

export interface AgencyExport {
  name: string
  tables: string[]
  /** The rows of one table as JSON text, piece by piece. */
  read: (table: string) => AsyncIterable<string>
  files: { name: string; storage_key: string; size: number; created_at: string }[]
}

/** Everything an owner sees of an agency: for the platform's administrator any, for an owner the own one. */
export async function openAgencyExport(ctx: UserCtx, id: string): Promise<AgencyExport> {
  if (!isPlatformAdmin(ctx) && ctx.reach.agencyId !== id) throw notFound('This agency')
  const agency = await selectFrom(ctx, 'agencies')
    .select(['id', 'name'])
    .where(sql.ref<string>('agencies.id'), '=', id)
    .executeTakeFirst()
  if (agency === undefined) throw notFound('This agency')
  const agencyId = agency.id
  const columnsOf = new Map(
    (await ctx.db.introspection.getTables()).map((table) => [
      table.name,
      table.columns.map((column) => column.name),
    ]),
  )
  const tables = [...columnsOf]
    .filter(([name, columns]) => !DERIVED.has(name) && (columns.includes('agency_id') || name in CHILDREN))
    .map(([name]) => name)
  const files = await Promise.all(
    (['files', 'expense_receipts'] as const).map((table) =>
      selectFrom(ctx, table)
        .select(['name', 'storage_key', 'size', 'created_at'])
        .where('agency_id', '=', agencyId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    ),
  )
  return {
    name: agency.name,
    tables: ['agencies', ...tables.sort()],
    files: files.flat(),
    read: (table) => readJson(ctx, agencyId, table, columnsOf.get(table) ?? []),
  }
}

const ROWS_AT_ONCE = 500

type Row = Record<string, unknown> & { id?: string }

/** One row a line; a page at a time, so that others get their turn whatever an agency holds. */
async function* readJson(ctx: Ctx, agencyId: AgencyId, table: string, columns: string[]) {
  let line = '['
  let after: string | null = null
  for (;;) {
    const rows = await readRows(ctx, agencyId, { table, columns, after })
    for (const row of rows) {
      yield `${line}\n${JSON.stringify(row)}`
      line = ','
    }
    after = rows.at(-1)?.id ?? null
    if (after === null || rows.length < ROWS_AT_ONCE) break
  }
  yield line === '[' ? '[]\n' : '\n]\n'
}

/**
 * The next rows by id; those of a table without ids, which only join others, come at once. An owner's view of
 * the agency: what is its people's alone, their errands and bells, stays theirs.
 */
async function readRows(
  ctx: Ctx,
  agencyId: AgencyId,
  { table, columns, after }: { table: string; columns: string[]; after: string | null },
): Promise<Row[]> {
  const child = CHILDREN[table]
  const owner = table === 'agencies' ? 'id' : 'agency_id'
  const ofAgency =
    child === undefined
      ? sql<boolean>`${sql.ref(owner)} = ${agencyId}`
      : sql<boolean>`${sql.ref(child.key)} in (select id from ${sql.table(child.parent)} where agency_id = ${agencyId})`
  const query = isTenantTable(table)
    ? selectFrom(inAgency(ctx, { agencyId }), table as 'tasks')
    : unscoped(ctx).selectFrom(table as 'test_subscriptions')
  const shown = (query as ReturnType<typeof selectFrom<'tasks'>>)
    .select(columns.filter((column) => !SECRET_COLUMN.test(column)) as 'id'[])
    .where(ofAgency)
  if (!columns.includes('id')) return shown.execute()
  const next = after === null ? shown : shown.where(sql.ref<string>(`${table}.id`), '>', after)
  return next
    .orderBy(sql.ref(`${table}.id`))
    .limit(ROWS_AT_ONCE)
    .execute()
}

const isTenantTable = (table: string): table is TenantTable =>
  (TENANT_TABLES as readonly string[]).includes(table)
