import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { card } from '#tests/support/money.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

/** The other agency's client saves a card. */
const foreignCard = async (db: Db, agency: TestAgency): Promise<string> =>
  (await callerAs(db, agency.client).payments.addCard(card())).card?.id ?? ''

export const cardCases: IsolationCases = {
  'payments.cards': {
    can: 'payment.pay',
    call: (caller) => caller.payments.cards(),
    hidden: async (world, db) => [await foreignCard(db, world.foreign)],
  },
  'payments.addCard': { can: 'payment.pay', call: (caller) => caller.payments.addCard(card()) },
  'payments.confirmCard': {
    can: 'payment.pay',
    call: async (caller) => {
      const { setup_id } = await caller.payments.addCard(card('mock_card_3ds'))
      return caller.payments.confirmCard({ id: setup_id, test_approved: true })
    },
    foreign: async (caller, world, db) => {
      const { setup_id } = await callerAs(db, world.foreign.client).payments.addCard(card('mock_card_3ds'))
      return caller.payments.confirmCard({ id: setup_id, test_approved: true })
    },
  },
  'payments.setDefaultCard': {
    can: 'payment.pay',
    call: async (caller) => {
      const { card: saved } = await caller.payments.addCard(card())
      return caller.payments.setDefaultCard({ id: saved?.id ?? '' })
    },
    foreign: async (caller, world, db) =>
      caller.payments.setDefaultCard({ id: await foreignCard(db, world.foreign) }),
  },
  'payments.removeCard': {
    can: 'payment.pay',
    call: async (caller) => {
      const { card: saved } = await caller.payments.addCard(card())
      return caller.payments.removeCard({ id: saved?.id ?? '' })
    },
    foreign: async (caller, world, db) =>
      caller.payments.removeCard({ id: await foreignCard(db, world.foreign) }),
  },
}
