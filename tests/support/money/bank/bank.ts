import { answerAtBank } from '#server/base/adapters/payments/simulated/provider.ts'
import type { Db } from '#server/base/db/schema.ts'
import { testServices } from '#tests/support/caller.ts'

/** The payer's bank's decision on authentication or a debit, as the browser sends it. */
export async function answerBank(
  db: Db,
  asked: { client_secret: string | null },
  approved = true,
): Promise<void> {
  const isKnown = await answerAtBank(testServices(db), asked.client_secret ?? '', approved)
  if (!isKnown) throw new Error('No bank asks about this')
}
