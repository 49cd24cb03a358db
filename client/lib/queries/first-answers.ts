import { FIRST_ANSWERS_ID, type FirstAnswer } from '#shared/door/page-data.ts'

let firstAnswers: FirstAnswer[] = JSON.parse(document.getElementById(FIRST_ANSWERS_ID)?.textContent ?? '[]')
const unseen = new WeakSet<object>()

/** The query key under which tRPC's hooks look up a result. */
const cacheKey = ({ path, input, paged }: FirstAnswer) => [
  path.split('.'),
  { ...(input !== undefined && { input }), type: paged ? 'infinite' : 'query' },
]

/**
 * The results that came with the page, in the cache's format. Returned once: the next user's screens must
 * fetch their own.
 */
export function takeFirstAnswers() {
  const entries = firstAnswers.map((answer) => {
    const { data, paged } = answer
    return { key: cacheKey(answer), data: paged ? { pages: [data], pageParams: [null] } : data }
  })
  firstAnswers = []
  for (const { data } of entries) if (typeof data === 'object' && data !== null) unseen.add(data)
  return entries
}

/** Whether the data came with the page and hasn't been rendered by a screen yet. */
export const isUnseen = (data: object | null | undefined): boolean => data != null && unseen.has(data)

export const markSeen = (data: object): boolean => unseen.delete(data)
