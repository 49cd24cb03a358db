/** Both kinds of the catalogue have an Enterprise. */
export const planLabel = (plan: { name: string; kind: string }): string =>
  plan.kind === 'subscription' ? `${plan.name} (subscription)` : plan.name
