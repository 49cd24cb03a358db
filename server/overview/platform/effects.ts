import { formatCharged } from '#shared/base/amounts/money.ts'
import type { Effects, Purposes, UserCtx } from '../../base/core/context.ts'
import { getPlan } from '../../money/plans/queries/plans.ts'
import { getAgencyDetails } from './agencies/queries/agencies.ts'

const PROVIDER = 'the payment provider'
const SUBSCRIPTION_NEWS = 'The platform’s other administrators are notified of a changed subscription.'

const nameOf = async (ctx: UserCtx, { id }: { id: string }): Promise<string> =>
  (await getAgencyDetails(ctx, id)).name

export const PLATFORM_EFFECTS: Effects = {
  'agencies.create': {
    does: 'Creates an agency and its owner’s account.',
    follows: 'The owner gets an email with a link to set a password.',
    records: ['agency.created'],
  },
  'agencies.changePlan': {
    does: 'Puts an agency on another plan.',
    follows: `Its limits change immediately; an active subscription is updated at the payment provider. ${SUBSCRIPTION_NEWS}`,
    records: ['agency.plan-changed', 'subscription.changed', 'subscription.cancelled'],
    uses: PROVIDER,
    preview: async (ctx, input: { id: string; plan_id: string }) => {
      const { name, price, currency, interval } = await getPlan(ctx, input.plan_id)
      const cost =
        price === null
          ? ''
          : `, for ${formatCharged(price, currency)} each ${interval} from its next renewal on`
      return [`${await nameOf(ctx, input)} changes to the plan ${name}${cost}.`]
    },
  },
  'agencies.extendTrial': {
    does: 'Extends an agency’s trial by some days.',
    records: ['agency.trial-extended'],
  },
  'agencies.setSuspended': {
    does: 'Suspends an agency, or resumes it.',
    follows: `No one at a suspended agency can use the portal, and its plan is no longer charged. A resumed agency’s plan continues unless it has ended. ${SUBSCRIPTION_NEWS}`,
    records: ['agency.suspended', 'agency.resumed', 'subscription.cancelled', 'subscription.changed'],
    uses: PROVIDER,
    preview: async (ctx, input: { id: string; suspended: boolean }) => [
      `${await nameOf(ctx, input)} is ${input.suspended ? 'suspended: no one at the agency can use the portal' : 'resumed'}.`,
    ],
  },
  'agencies.requestDeletion': {
    does: 'Schedules the deletion of an agency with all of its data.',
    follows: `It is suspended immediately and deleted after a waiting period, during which agencies.cancelDeletion stops it. ${SUBSCRIPTION_NEWS}`,
    records: ['agency.deletion-requested', 'subscription.cancelled', 'subscription.changed'],
    uses: PROVIDER,
    preview: async (ctx, input: { id: string }) => [
      `${await nameOf(ctx, input)} is suspended now and deleted with all of its data after the waiting period.`,
    ],
  },
  'agencies.cancelDeletion': {
    does: 'Cancels the scheduled deletion of an agency.',
    follows: `The agency is resumed, and its plan continues unless it has ended. ${SUBSCRIPTION_NEWS}`,
    records: ['agency.deletion-cancelled', 'subscription.cancelled', 'subscription.changed'],
    uses: PROVIDER,
    preview: async (ctx, input: { id: string }) => [
      `${await nameOf(ctx, input)} is resumed and no longer deleted.`,
    ],
  },
  'agencies.viewAs': {
    does: 'Starts a read-only view of an agency as its owner sees it, in a browser session.',
    follows: 'It is recorded in the audit log. Tokens have no session, so it has no effect for integrations.',
    records: ['agency.viewed-as'],
  },
  'platform.saveSettings': {
    does: 'Changes the platform’s settings, such as its name and who may register.',
    follows: 'They take effect at once for everyone.',
    records: ['platform.settings-changed'],
  },
  'platform.importExchangeRates': {
    does: 'Imports daily exchange rates from CSV text.',
    follows: 'Rates for a day that already has some are replaced.',
    records: ['exchange-rates.imported'],
  },
  'platform.runJob': {
    does: 'Runs a background job now instead of at its scheduled time.',
    follows: 'Jobs may send emails, charge cards and delete expired data.',
    records: ['platform.job-run'],
    uses: 'whatever the job uses',
    preview: async (_ctx, { name }: { name: string }) => [
      `The job “${name}” runs now. Jobs may send emails, charge cards and delete expired data.`,
    ],
  },
}

export const PLATFORM_PURPOSES: Purposes = {
  'agencies.list': 'Finds agencies of the platform by name, status or plan, with their figures.',
  'agencies.counters': 'Tells how many agencies there are by status, and what they have earned.',
  'agencies.details':
    'Shows one agency’s plan, limits, usage and last activity, for example before changing its plan.',
  'platform.settings':
    'Returns the platform’s settings, such as its name and who may register, and how emails are sent.',
  'platform.payments':
    'Tells whether the portal can take card payments: which keys and webhooks it has, and who uses them.',
  'platform.bookDifferences':
    'Lists differences between the books and their records that the latest comparisons found.',
  'platform.operation':
    'Checks the health of the installation: alerts, versions, queues, slow calls, backups and disk space.',
  'platform.jobs':
    'Lists the background jobs with their latest run, for example to find the name for platform.runJob.',
}
