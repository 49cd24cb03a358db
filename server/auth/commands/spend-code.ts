import { readInstanceKey } from '../../core/config.ts'
import type { Ctx } from '../../core/context.ts'
import { openSecret } from '../../core/secret-box.ts'
import { toInstant } from '../../db/values.ts'
import { hashRecoveryCode, stepOfCode } from '../two-factor.ts'

/** Uses a code up: of the app, each once and in order of time, or one of the recovery codes. */
export async function spendCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  return /^\d{6}$/.test(code) ? spendAppCode(ctx, userId, code) : spendRecoveryCode(ctx, userId, code)
}

async function spendAppCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return false
  const secret = openSecret(readInstanceKey(ctx.services.config.dataDir), row.sealed_secret)
  const step = stepOfCode(secret, code, ctx.now)
  if (step === null) return false
  const spent = await ctx.db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const spent = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: toInstant(ctx.now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}
