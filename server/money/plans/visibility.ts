import { everyMember, own, type Visibility } from '../../base/core/rows/visibility.ts'

/** All members see their agency's plan; the query hides prices and payments from everyone but owners. */
export const subscriptionVisibility = {
  agency_subscriptions: everyMember(own),
} satisfies Pick<Visibility, 'agency_subscriptions'>
