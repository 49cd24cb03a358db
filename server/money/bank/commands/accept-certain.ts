import type { z } from 'zod'
import type { AcceptedDto } from '#shared/money/bank/bank.ts'
import type { acceptCertainInput } from '#shared/money/bank/schemas/bank.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { certainLines } from '../queries/certain.ts'
import { settleLine } from './accept.ts'

/**
 * Settles the lines whose best suggestion is certain, each in its own transaction, because settling one can rule
 * out another.
 */
export async function acceptCertain(
  ctx: AgencyCtx,
  input: z.output<typeof acceptCertainInput>,
): Promise<AcceptedDto> {
  const lines = await certainLines(ctx, input.account_id ?? null)
  const result: AcceptedDto = { accepted: 0, refused: [], more: lines.length > input.limit }
  for (const { id, version, parts } of lines.slice(0, input.limit)) {
    try {
      await settleLine(ctx, { id, version, parts, mail_receipt: false })
      result.accepted += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      result.refused.push({ line_id: id, message: error.message })
    }
  }
  return result
}
