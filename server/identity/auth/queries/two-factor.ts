import type { Ctx } from '../../../base/core/context.ts'

export async function hasTwoFactor(ctx: Ctx, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
