import type { SharedTrx } from '../db/tenants.ts'
import type { Observed, Tx } from './context.ts'

const observedBy = new WeakMap<SharedTrx, Observed>()

/** Starts collecting the effects of the transaction. */
export function observeEffects(tx: Tx): Observed {
  const observed: Observed = { happened: [], mails: [], notified: new Map() }
  observedBy.set(tx.db, observed)
  return observed
}

/** Where reactions add their effects; undefined if the transaction isn't observed. */
export const observedEffects = (tx: Tx): Observed | undefined => observedBy.get(tx.db)
