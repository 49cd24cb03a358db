/** Both kinds of plan include one called Enterprise. */
export const planLabel = (plan: { name: string; kind: string }): string =>
  plan.kind === 'subscription' ? `${plan.name} (subscription)` : plan.name
