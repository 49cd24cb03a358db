const DAY_MS = 86_400_000

/** A trial that is over is extended from today, a running one from its end. */
export const extendedTrialEnd = (endsAt: string | null, days: number, now: Date): Date =>
  new Date(Math.max(endsAt === null ? 0 : Date.parse(endsAt), now.getTime()) + days * DAY_MS)
