/** Shorter names are too close to unrelated ones. */
const SHORTEST = 7
/** From this length on, two typos still leave no doubt about the setting if its first word is right. */
const LONG = 10
const MAX_SLIPS = 2

/** Without these, everything works with a visible default. */
const HARMLESS: readonly string[] = ['APP_NAME', 'LOG_LEVEL']

interface Misspellings {
  /** Clearly meant for the portal: without them it would use other data, mail or money than intended. */
  certain: string[]
  /** Possibly another program's, such as SITE_URL. */
  doubtful: string[]
}

/**
 * Variables that look like misspelled settings that aren't set. A single typo (a wrong, missing, extra or swapped
 * letter) is certain, and so are two in a longer name whose first word is right.
 */
export function findMisspelled(env: NodeJS.ProcessEnv, settings: readonly string[]): Misspellings {
  const missing = settings.filter((setting) => setting.length >= SHORTEST && env[setting] === undefined)
  const found: Misspellings = { certain: [], doubtful: [] }
  for (const name of Object.keys(env)) {
    if (settings.includes(name) || name.length < SHORTEST || !/^\w+$/.test(name)) continue
    const [meant] = missing
      .map((setting) => ({ setting, slips: slipsBetween(name.toUpperCase(), setting) }))
      .filter(({ slips }) => slips <= MAX_SLIPS)
      .sort((one, other) => one.slips - other.slips)
    if (meant === undefined) continue
    const isCertain =
      meant.slips <= 1 || (name.length >= LONG && firstWord(name) === firstWord(meant.setting))
    const list = isCertain && !HARMLESS.includes(meant.setting) ? found.certain : found.doubtful
    list.push(`${name} is not a setting. Did you mean ${meant.setting}?`)
  }
  return found
}

const firstWord = (name: string): string => name.toUpperCase().split('_', 1)[0] ?? ''

/** The edit distance between two texts, in which two swapped letters count once. */
function slipsBetween(one: string, other: string): number {
  let [last, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let index = 1; index <= one.length; index++) {
    const next = [index]
    for (let column = 1; column <= other.length; column++) {
      const change = (row[column - 1] ?? 0) + (one[index - 1] === other[column - 1] ? 0 : 1)
      const isSwap = one[index - 1] === other[column - 2] && one[index - 2] === other[column - 1]
      const swap = isSwap ? (last[column - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    ;[last, row] = [row, next]
  }
  return row[other.length] ?? 0
}
