/** How often and how long the drills run. */
export interface Extent {
  /** Kills of the process during writes. */
  kills: number
  /** Restores and upgrades killed midway, on each database. */
  interruptions: number
  /** Backups under load, and PostgreSQL restarts of each kind. */
  rounds: number
  /** Minutes of mixed load. */
  minutes: number
}

/** One row of the table. */
export interface Outcome {
  done: string
  figures: string
  /** What was lost or broken, a sentence each; empty if the drill passed. */
  losses: string[]
  /** Why the drill couldn't run here. */
  skipped?: string
}

export interface Drill {
  name: string
  run: (extent: Extent) => Promise<Outcome[]>
}

export const skipped = (why: string): Outcome => ({ done: '', figures: '', losses: [], skipped: why })

export function verdictOf({ losses, skipped }: Outcome): string {
  if (skipped !== undefined) return `skipped: ${skipped}`
  const [first] = losses
  if (first === undefined) return 'pass'
  return `**FAIL** ${first}${losses.length > 1 ? ` (and ${losses.length - 1} more)` : ''}`
}
