import { type BankPart, CERTAIN } from '#shared/money/bank/bank.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { suggestionsFor } from '../rules/suggestions.ts'
import { getCandidates } from './candidates.ts'

/** The maximum number of lines to examine at once. */
const MOST = 5000

interface CertainLine {
  id: string
  version: number
  parts: BankPart[]
}

/** Open lines that have one certain suggestion, oldest first; each entry of the books is used for one line. */
export async function certainLines(ctx: AgencyCtx, accountId: string | null): Promise<CertainLine[]> {
  const open = selectFrom(ctx, 'bank_lines')
    .select([
      'id',
      'account_id',
      'booked_on',
      'amount',
      'charges',
      'currency',
      'party_name',
      'party_iban',
      'reference',
      'end_to_end_id',
      'text',
      'version',
    ])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', '=', 'open')
  const lines = await whereSet(open, 'account_id', accountId)
    .orderBy('booked_on')
    .orderBy('id')
    .limit(MOST)
    .execute()
  if (lines.length === 0) return []
  const candidates = await getCandidates(ctx)
  const used = new Set<string>()
  const certain: CertainLine[] = []
  for (const line of lines) {
    if (used.has(line.id)) continue
    const [best, second] = suggestionsFor(line, candidates)
    if (best === undefined || best.confidence < CERTAIN || second?.confidence === best.confidence) continue
    const entries = best.parts.flatMap(entryOf)
    if (entries.some((entry) => used.has(entry))) continue
    for (const entry of [...entries, line.id]) used.add(entry)
    certain.push({ id: line.id, version: line.version, parts: best.parts })
  }
  return certain
}

/** The entries that only one line can settle. */
function entryOf(part: BankPart): string[] {
  switch (part.kind) {
    case 'invoice':
      return [part.invoice_id]
    case 'payment':
      return [part.payment_id]
    case 'entered_refund':
      return [part.refund_id]
    case 'entered_expense':
      return [part.expense_id]
    case 'payout':
      return [part.payout_id]
    case 'provider_payout':
      return [part.provider_payout_id]
    case 'transfer':
      return part.line_id === null ? [] : [part.line_id]
    default:
      return []
  }
}
