/** Both plan kinds have an Enterprise plan. */
export const planLabel = (plan: { name: string; kind: string }): string =>
  plan.kind === 'subscription' ? `${plan.name} (subscription)` : plan.name
