const DAY_MS = 86_400_000

/** Days until the trial ends, rounded up; never negative. */
export const trialDaysLeft = (endsAt: string | null, now: Date): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS))
