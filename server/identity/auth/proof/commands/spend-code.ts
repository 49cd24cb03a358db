import type { Ctx } from '../../../../base/core/context.ts'
import { openForInstance } from '../../../../base/core/secret-box.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { hashRecoveryCode, stepOfCode } from '../../two-factor.ts'

/** Consumes a TOTP code, each usable once and only in order of time, or a recovery code. */
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
  const secret = readSecret(ctx, row.sealed_secret)
  const step = secret === null ? null : stepOfCode(secret, code, ctx.now)
  if (step === null) return false
  const used = await ctx.db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    // Another setup may have replaced the secret in the meantime.
    .where('sealed_secret', '=', row.sealed_secret)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Null if the instance's key isn't the one that encrypted it: recovery codes, which need no key, still work. */
function readSecret(ctx: Ctx, sealed: string): string | null {
  try {
    return openForInstance(ctx.services.config, sealed)
  } catch {
    return null
  }
}

async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: toInstant(ctx.now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
