import type { SharedTrx } from '../db/tenants.ts'
import type { Observed, Tx } from './context.ts'

const observedBy = new WeakMap<SharedTrx, Observed>()

/** Begins to note what the transaction causes. */
export function observeEffects(tx: Tx): Observed {
  const observed: Observed = { happened: [], mails: [], notified: new Set() }
  observedBy.set(tx.db, observed)
  return observed
}

/** Where reactions note what they cause; undefined where nobody wants to know. */
export const observedEffects = (tx: Tx): Observed | undefined => observedBy.get(tx.db)
