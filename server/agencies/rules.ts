const DAY_MS = 86_400_000

/** Whole days until the trial ends, begun ones counted; never below zero. */
export const trialDaysLeft = (endsAt: string | null, now: Date): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS))

/** A trial that is over is extended from today, a running one from its end. */
export const extendedTrialEnd = (endsAt: string | null, days: number, now: Date): Date =>
  new Date(Math.max(endsAt === null ? 0 : Date.parse(endsAt), now.getTime()) + days * DAY_MS)
