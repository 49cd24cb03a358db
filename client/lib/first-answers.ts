import { FIRST_ANSWERS_ID, type FirstAnswer, type FirstCall } from '#shared/page-data.ts'

let firstAnswers: FirstAnswer[] = JSON.parse(document.getElementById(FIRST_ANSWERS_ID)?.textContent ?? '[]')
const unseen = new WeakSet<object>()

/** The key under which tRPC's hooks look for an answer. */
const cacheKey = ({ path, input, paged }: FirstCall) => [
  path.split('.'),
  { ...(input !== undefined && { input }), type: paged ? 'infinite' : 'query' },
]

/** What came answered with the page, as the cache keeps it; once, as the next user's screens ask for themselves. */
export function takeFirstAnswers() {
  const taken = firstAnswers.map((answer) => {
    const { data, paged } = answer
    return { key: cacheKey(answer), data: paged ? { pages: [data], pageParams: [null] } : data }
  })
  firstAnswers = []
  for (const { data } of taken) if (typeof data === 'object' && data !== null) unseen.add(data)
  return taken
}

/** Whether the data came with the page and no screen has shown it yet. */
export const isUnseen = (data: object | null | undefined): boolean => data != null && unseen.has(data)

export const markSeen = (data: object): boolean => unseen.delete(data)
