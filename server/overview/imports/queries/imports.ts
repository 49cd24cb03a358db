import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { ImportDto, ImportOverview, ImportResult, ImportUndone } from '#shared/overview/imports.ts'
import type { ImportMapping, importListInput } from '#shared/overview/schemas/imports.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The agency's imports, newest first. */
export function listImports(
  ctx: AgencyCtx,
  input: z.output<typeof importListInput>,
): Promise<Page<ImportDto>> {
  const imports = selectImports(ctx).where('imports.status', '!=', 'reading')
  return pageAfter(imports, ['imports.created_at', 'imports.id'], input, toImport)
}

/** The maximum number of uploaded imports that haven't been started. */
const MAX_WAITING = 10

/** Throws, before a file's bytes are read, if too many imports are waiting. */
export async function requireImportRoom(ctx: AgencyCtx): Promise<void> {
  const { count } = await selectFrom(ctx, 'imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', 'in', ['reading', 'ready'])
    .executeTakeFirstOrThrow()
  if (count < MAX_WAITING) return
  const message = `${MAX_WAITING} files are waiting to be imported. Import or discard some first.`
  throw new AppError('CONFLICT', message, { reason: 'too_many_imports' })
}

/** Throws NOT_FOUND if it is missing or another agency's. */
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
  result: row.result === null ? null : ({ noted: [], ...JSON.parse(row.result) } as ImportResult),
  undone: row.undone === null ? null : (JSON.parse(row.undone) as ImportUndone),
  created_by_name: row.created_by_name,
  created_at: row.created_at,
  finished_at: row.finished_at,
})

export const overviewOf = (row: Pick<ImportRow, 'overview'>): ImportOverview =>
  ({ asks_billable: false, ...JSON.parse(row.overview) }) as ImportOverview

export const mappingOf = (row: Pick<ImportRow, 'mapping'>): ImportMapping | null =>
  row.mapping === null
    ? null
    : ({ billable: false, billed_until: null, paid_until: null, ...JSON.parse(row.mapping) } as ImportMapping)
