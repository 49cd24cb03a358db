import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { subscribeInput } from '#shared/money/payments/schemas/payments.ts'
import { agencyMissing } from '../../base/core/calls/restrictions.ts'
import type { Effects, Purposes } from '../../base/core/context.ts'
import { getSubscription, previewChange } from './queries/subscription.ts'

const PROVIDER = 'the payment provider'
const CANCELS = {
  now: 'The plan ends now. What was paid for the rest of the period is not refunded.',
  period_end: 'The plan ends with the period that is paid for.',
  never: 'The plan continues: its scheduled end is canceled.',
} as const

export const PLAN_EFFECTS: Effects = {
  'packages.subscribe': {
    does: 'Puts the agency on a paid plan, or changes its plan.',
    follows:
      'The card is charged at once and again each period until the plan is canceled. The caller gets a receipt by email, and the platform’s administrators are notified.',
    records: [
      'subscription.changed',
      'payment.succeeded',
      'payment.processing',
      'payment.failed',
      'card.changed',
    ],
    uses: PROVIDER,
    preview: async (ctx, input: z.output<typeof subscribeInput>) => {
      const { agencyId } = ctx.reach
      if (agencyId === null) throw agencyMissing()
      const { preview } = await previewChange({ ...ctx, reach: { ...ctx.reach, agencyId } }, input)
      const [now, later] = [preview.due_now, preview.next_charge].map((amount) =>
        formatCharged(amount, preview.currency),
      )
      return [`A card is charged ${now} now for ${preview.plan.name}, and ${later} each period from then on.`]
    },
  },
  'packages.payOverdue': {
    does: 'Pays the overdue renewal of the agency’s plan with another card.',
    follows:
      'The card is charged at once, and the plan renews on it from now on. The caller gets a receipt by email, and the platform’s administrators are notified.',
    records: [
      'subscription.changed',
      'payment.succeeded',
      'payment.processing',
      'payment.failed',
      'card.changed',
    ],
    uses: PROVIDER,
    preview: async (ctx) => {
      const subscription = await getSubscription(ctx, ctx.services.config)
      if (subscription?.overdue == null) return ['Nothing is overdue, so no card is charged.']
      const amount = formatCharged(subscription.overdue.amount, subscription.currency)
      return [`A card is charged ${amount} now for ${subscription.plan.name}.`]
    },
  },
  'packages.cancel': {
    does: 'Cancels the agency’s plan now or at the end of its period, or cancels a scheduled end.',
    follows:
      'Without a plan, the limits of the first plan in the list apply, if limits are enforced. The platform’s administrators are notified.',
    records: ['subscription.cancelled', 'subscription.changed'],
    uses: PROVIDER,
    preview: async (_ctx, { when }: { when: keyof typeof CANCELS }) => [CANCELS[when]],
  },
  'packages.save': {
    does: 'Creates a plan of the platform, or changes one (with its id).',
    follows: 'Agencies on it keep the price they subscribed at.',
    records: ['package.changed'],
  },
  'packages.setArchived': {
    does: 'Archives a plan, or restores it.',
    follows: 'Agencies on it keep it.',
    records: ['package.changed'],
  },
  'packages.delete': {
    does: 'Deletes a plan that no agency has ever used.',
    follows: 'It can’t be restored.',
    records: ['package.deleted'],
  },
}

export const PLAN_PURPOSES: Purposes = {
  'packages.plans': 'Lists the plans that an agency can choose, with prices and limits.',
  'packages.subscription':
    'Tells which plan the caller’s agency has, what it costs and how much of its limits is used.',
  'packages.preview': 'Tells what choosing a plan would cost now and later, before packages.subscribe.',
  'packages.list': 'Lists the platform’s plans, also archived ones, to edit them.',
  'packages.analytics':
    'Tells how many agencies pay for plans, the recurring revenue, trial conversions and churn.',
}
