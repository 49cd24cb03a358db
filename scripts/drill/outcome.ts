/** How often and how long the drills do what they do. */
export interface Extent {
  /** Ends of the process under writes. */
  kills: number
  /** Restores and upgrades killed midway, on each database. */
  interruptions: number
  /** Backups under load, and restarts of PostgreSQL in each way. */
  rounds: number
  /** Of mixed load. */
  minutes: number
}

/** One row of the table. */
export interface Outcome {
  done: string
  figures: string
  /** What was lost or broken, a sentence each; none where the drill is passed. */
  losses: string[]
  /** Why the drill couldn't be done here. */
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
