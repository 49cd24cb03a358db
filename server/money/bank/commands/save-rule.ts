import type { z } from 'zod'
import type { BankRuleDto } from '#shared/money/bank/bank.ts'
import type { bankRuleInput } from '#shared/money/bank/schemas/bank.ts'
import { AppError, conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getBankRule, listBankRules } from '../queries/rules.ts'

const MAX_RULES = 200

/** Saves a rule: lines with the text are suggested for the client, or as expenses of the category. */
export function saveRule(ctx: AgencyCtx, input: z.output<typeof bankRuleInput>): Promise<BankRuleDto> {
  return transact(ctx, async (tx) => {
    await requireClient(tx, input.client_id ?? null)
    const id = input.id ?? newId()
    const { agencyId } = tx.reach
    const columns = {
      field: input.field,
      contains: input.contains,
      client_id: input.client_id ?? null,
      category: input.category ?? null,
    }
    if (input.id === undefined) {
      if ((await listBankRules(tx)).length >= MAX_RULES) {
        throw new AppError('CONFLICT', `Use at most ${MAX_RULES} rules.`)
      }
      const now = toInstant(tx.now)
      await insertInto(tx, 'bank_rules')
        .values({ agency_id: agencyId, id, ...columns, version: 1, created_at: now, updated_at: now })
        .execute()
    } else {
      const current = await getBankRule(tx, id)
      if (input.version !== undefined && input.version !== current.version) throw conflict('This rule')
      const row = { agency_id: agencyId, id, version: current.version }
      await updateVersioned(tx, 'bank_rules', row, columns, 'This rule')
    }
    await record(tx, 'bank-rule.saved', { id, contains: input.contains })
    return getBankRule(tx, id)
  })
}

async function requireClient(tx: Tx<AgencyCtx>, id: string | null): Promise<void> {
  if (id === null) return
  const client = await selectFrom(tx, 'clients')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
}
