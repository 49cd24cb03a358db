import { domain } from '../../base/core/domain.ts'
import { renewSubscriptions } from './commands/renew.ts'
import { PLAN_EFFECTS, PLAN_PURPOSES } from './effects.ts'
import { packagesRouter, planPaymentsRouter } from './router.ts'
import { subscriptionVisibility } from './visibility.ts'

/** The platform's plans and agencies' subscriptions. */
export const plans = domain({
  routers: { packages: packagesRouter, payments: planPaymentsRouter },
  effects: PLAN_EFFECTS,
  purposes: PLAN_PURPOSES,
  visibility: subscriptionVisibility,
  jobs: [{ name: 'subscription-renewals', schedule: '25 * * * *', run: renewSubscriptions }],
  tables: {
    plans: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['id'],
      money: ['price', 'currency'],
      system: [
        'kind',
        'name',
        'description',
        'billing_interval',
        'member_limit',
        'project_limit',
        'storage_limit_gb',
        'popular',
        'status',
        'sort_order',
        'version',
        'created_at',
        'updated_at',
      ],
    },
    plan_features: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['plan_id'],
      system: ['position', 'text'],
    },
    agency_subscriptions: {
      of: 'agency',
      key: ['agency_id', 'plan_id', 'leaving_payer_id'],
      money: ['price', 'currency', 'card_brand', 'card_last4'],
      secret: ['provider_customer_id', 'provider_method_id', 'provider_subscription_id'],
      system: [
        'status',
        'billing_interval',
        'period_start',
        'period_end',
        'cancel_at_period_end',
        'ended_by_suspension',
        'canceled_at',
        'converted_from_trial',
        'provider',
        'version',
        'created_at',
        'updated_at',
        'synced_at',
        'past_due_since',
      ],
    },
  },
})
