import type { z } from 'zod'
import type {
  ImportDto,
  ImportMapping,
  ImportOverview,
  ImportResult,
  ImportUndone,
  importListInput,
} from '#shared/imports.ts'
import type { Page } from '#shared/paging.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { afterCursor, decodeCursor, toPage } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'

/** The agency's imports, newest first. */
export async function listImports(
  ctx: AgencyCtx,
  input: z.output<typeof importListInput>,
): Promise<Page<ImportDto>> {
  const rows = await afterCursor(
    selectImports(ctx).where('imports.status', '!=', 'reading'),
    ['imports.created_at', 'imports.id'],
    decodeCursor(input.cursor),
  )
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.created_at, id: row.id }), toImport)
}

/** Files an agency may have read and not imported. */
const MAX_WAITING = 10

/** Refuses a further file, before its bytes are read, while too many wait. */
export async function requireImportRoom(ctx: AgencyCtx): Promise<void> {
  const { count } = await selectFrom(ctx, 'imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', 'in', ['reading', 'ready'])
    .executeTakeFirstOrThrow()
  if (count < MAX_WAITING) return
  const message = `${MAX_WAITING} files have been read and not imported. Import or discard some first.`
  throw new AppError('CONFLICT', message, { reason: 'too_many_imports' })
}

/** NOT_FOUND when it is missing or another agency's. */
export async function requireImport(ctx: Ctx, id: string) {
  const row = await selectImports(ctx).where('imports.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This import')
  return row
}

export type ImportRow = Awaited<ReturnType<typeof requireImport>>

const selectImports = (ctx: Ctx) =>
  selectFrom(ctx, 'imports').select([
    'imports.agency_id',
    'imports.id',
    'imports.source',
    'imports.file_name',
    'imports.status',
    'imports.overview',
    'imports.mapping',
    'imports.result',
    'imports.undone',
    'imports.failure',
    'imports.total',
    'imports.done',
    'imports.created_by',
    'imports.created_by_name',
    'imports.created_at',
    'imports.finished_at',
  ])

export const toImport = (row: ImportRow): ImportDto => ({
  id: row.id,
  source: row.source,
  file_name: row.file_name,
  status: row.status,
  total: row.total,
  done: row.done,
  failure: row.failure,
  result: row.result === null ? null : (JSON.parse(row.result) as ImportResult),
  undone: row.undone === null ? null : (JSON.parse(row.undone) as ImportUndone),
  created_by_name: row.created_by_name,
  created_at: row.created_at,
  finished_at: row.finished_at,
})

export const overviewOf = (row: Pick<ImportRow, 'overview'>): ImportOverview =>
  JSON.parse(row.overview) as ImportOverview

export const mappingOf = (row: Pick<ImportRow, 'mapping'>): ImportMapping | null =>
  row.mapping === null ? null : (JSON.parse(row.mapping) as ImportMapping)
