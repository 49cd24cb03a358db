/** Makes the calls concurrently; returns true for each that succeeded. Refusals are expected, server errors aren't. */
export async function atOnce(...calls: Promise<unknown>[]): Promise<boolean[]> {
  const answers = await Promise.allSettled(calls)
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isRefusal(answer.reason)) throw answer.reason
  }
  return answers.map(({ status }) => status === 'fulfilled')
}

const isRefusal = (error: { code?: unknown }): boolean =>
  ['BAD_REQUEST', 'CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED'].includes(String(error.code))

/** How often a race is attempted, because the calls don't overlap each time. */
export const TIMES = 8
