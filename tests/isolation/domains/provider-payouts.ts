import { TEST_NOW } from '#tests/support/caller.ts'
import type { DomainCases } from '../notation/case.ts'
import { gone, no, own, yes } from '../notation/cells.ts'
import { addPayouts } from '../world/invoices.ts'

export const cases: DomainCases = {
  calls: {
    'finance.balanceState': (caller) => caller.finance.balanceState(),
    'finance.providerPayouts': (caller) => caller.finance.providerPayouts({}),
    'finance.unbookedMovements': (caller) => caller.finance.unbookedMovements({}),
    'finance.payoutMovements': async (caller, { db, viewer, world }) => {
      // The platform administrator sees the platform's own.
      const agencyId = viewer === 'admin' ? null : world.people.owner.agencyId
      const [payout_id] = await addPayouts(db, [agencyId], TEST_NOW.toISOString())
      return caller.finance.payoutMovements({ payout_id })
    },
  },
  access: {
    'finance.balanceState': [yes, yes, yes, no, no, no, no, no, no, own],
    'finance.payoutMovements': [yes, yes, yes, no, no, no, no, no, no, gone],
    'finance.providerPayouts': [yes, yes, yes, no, no, no, no, no, no, own],
    'finance.unbookedMovements': [yes, yes, yes, no, no, no, no, no, no, own],
  },
  areas: {},
}
