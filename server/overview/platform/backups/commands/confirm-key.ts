import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { instanceKeyPath, keyFingerprint, readInstanceKey } from '../../../../base/core/config.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'

/**
 * Throws if the data folder's key isn't the one that this database's secrets are encrypted with: processes
 * sharing a database must share a data folder. The first start records its key.
 */
export async function confirmInstanceKey(ctx: Ctx): Promise<void> {
  if (await requireNotedKey(ctx)) return
  await noteFingerprint(ctx, keyFingerprint(readInstanceKey(ctx.services.config.dataDir)))
  await requireNotedKey(ctx)
}

/** The same without recording the key; false if none is recorded yet. */
export async function requireNotedKey(ctx: Ctx): Promise<boolean> {
  const { dataDir } = ctx.services.config
  const path = resolve(instanceKeyPath(dataDir))
  const noted = await notedFingerprint(ctx)
  if (noted === null) return false
  if (!existsSync(path)) {
    throw new Error(`${path} is missing, and this database’s secrets are encrypted with it.\n${WAY_OUT}`)
  }
  if (keyFingerprint(readInstanceKey(dataDir)) === noted) return true
  throw new Error(`${path} is not the key that this database’s secrets are encrypted with.\n${WAY_OUT}`)
}

const WAY_OUT =
  'Every process on one database needs the same DATA_DIR, with its files and instance.key. Point DATA_DIR to ' +
  'the folder of the first one, or copy its instance.key here.\n' +
  'If that key is lost: the admin command with "accept-key" accepts the one here (or a new one); webhooks and ' +
  'two-factor sign-in must then be set up again.'

/**
 * Records the data folder's key as the database's, and turns off two-factor sign-in, whose secrets need the earlier one.
 * Returns false, and changes nothing, if it is the database's already.
 */
export async function acceptInstanceKey(ctx: Ctx): Promise<boolean> {
  const own = keyFingerprint(readInstanceKey(ctx.services.config.dataDir))
  if ((await notedFingerprint(ctx)) === own) return false
  await transact(ctx, async (tx) => {
    await tx.db.updateTable('platform_settings').set({ key_fingerprint: own }).execute()
    await tx.db.deleteFrom('two_factors').execute()
    await tx.db.deleteFrom('recovery_codes').execute()
  })
  return true
}

async function notedFingerprint(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('platform_settings')
    .select('key_fingerprint')
    .where('id', '=', 'platform')
    .executeTakeFirstOrThrow()
  return row.key_fingerprint
}

/** If processes start at the same time, the first one's key counts. */
const noteFingerprint = (ctx: Ctx, fingerprint: string) =>
  ctx.db
    .updateTable('platform_settings')
    .set({ key_fingerprint: fingerprint })
    .where('id', '=', 'platform')
    .where('key_fingerprint', 'is', null)
    .execute()
