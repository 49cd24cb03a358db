import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  firstOf,
  type NumberFormat,
  type NumberSeriesDto,
  periodOf,
  STANDARD_FORMATS,
} from '#shared/identity/letterhead/numbering.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'

interface Series extends NumberFormat {
  /** The current date in the agency's time zone. */
  today: string
  version: number
}

/** The agency's number format for a kind of document, for any actor. */
export async function seriesOf(ctx: Ctx, agencyId: AgencyId, kind: DocumentKind): Promise<Series> {
  const row = await selectFrom(inAgency(ctx, { agencyId }), 'agencies')
    .leftJoin('number_formats', (join) =>
      join.onRef('number_formats.agency_id', '=', 'agencies.id').on('number_formats.kind', '=', kind),
    )
    .select([
      'agencies.timezone',
      'number_formats.prefix',
      'number_formats.digits',
      'number_formats.yearly',
      'number_formats.version',
    ])
    .where('agencies.id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const standard = STANDARD_FORMATS[kind]
  return {
    prefix: row.prefix ?? standard.prefix,
    digits: row.digits ?? standard.digits,
    yearly: row.yearly === null ? standard.yearly : fromFlag(row.yearly),
    today: dateInZone(ctx.now, row.timezone),
    version: row.version ?? 0,
  }
}

/** Whether the agency has a document with that number, of any kind or format. */
export async function isNumberTaken(ctx: Ctx, agencyId: AgencyId, number: string): Promise<boolean> {
  const taken = await selectFrom(inAgency(ctx, { agencyId }), 'invoices')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('number', '=', number)
    .executeTakeFirst()
  return taken !== undefined
}

/** A counter's next number; null if it hasn't started. */
export async function counterOf(
  ctx: Ctx,
  book: string,
  kind: DocumentKind,
  period: string,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('invoice_numbers')
    .select('next_number')
    .where('book', '=', book)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst()
  return row?.next_number ?? null
}

/** The next number in the current format. */
export async function nextNumberOf(ctx: Ctx, agencyId: AgencyId, kind: DocumentKind): Promise<number> {
  const series = await seriesOf(ctx, agencyId, kind)
  const period = periodOf(series, series.today)
  return (await counterOf(ctx, agencyId, kind, period)) ?? firstOf(period)
}

/** Both series with their next numbers. */
export const getNumbering = (ctx: AgencyCtx): Promise<NumberSeriesDto[]> =>
  Promise.all(DOCUMENT_KINDS.map((kind) => getSeries(ctx, kind)))

export async function getSeries(ctx: AgencyCtx, kind: DocumentKind): Promise<NumberSeriesDto> {
  const { agencyId } = ctx.reach
  const series = await seriesOf(ctx, agencyId, kind)
  const next = async (yearly: boolean) => {
    const period = periodOf({ yearly }, series.today)
    return (await counterOf(ctx, agencyId, kind, period)) ?? firstOf(period)
  }
  return { kind, ...series, next: { continuous: await next(false), yearly: await next(true) } }
}
