/** Runs the calls at once; true for each that was done. Refusals are expected, failures of the server aren't. */
export async function atOnce(...calls: Promise<unknown>[]): Promise<boolean[]> {
  const answers = await Promise.allSettled(calls)
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isRefusal(answer.reason)) throw answer.reason
  }
  return answers.map(({ status }) => status === 'fulfilled')
}

const isRefusal = (error: { code?: unknown }): boolean =>
  ['BAD_REQUEST', 'CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED'].includes(String(error.code))

/** How often a race is tried, for the calls don't meet each time. */
export const TIMES = 8
