import {
  FIRST_ANSWERS_ID,
  type FirstAnswer,
  type FirstCall,
  PAGE_DATA_ID,
  type PageData,
} from '#shared/page-data.ts'

/** What an element of the page holds; null if the server sent the page without, and where first looks are drawn. */
const dataIn = <Data>(id: string): Data | null =>
  typeof document === 'undefined' ? null : JSON.parse(document.getElementById(id)?.textContent ?? 'null')

export const pageData = dataIn<PageData>(PAGE_DATA_ID)

let firstAnswers = dataIn<FirstAnswer[]>(FIRST_ANSWERS_ID) ?? []
const unseen = new WeakSet<object>()

/** The key under which tRPC's hooks look for an answer. */
export const cacheKey = ({ path, input, paged }: FirstCall) => [
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
