const DAY_MS = 86_400_000

/** Whole days until the trial ends, begun ones counted; never below zero. */
export const trialDaysLeft = (endsAt: string | null, now: Date): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS))
