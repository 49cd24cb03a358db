import { getQueryKey } from '@trpc/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { createQueryClient } from '#client/lib/query-client.ts'
import { trpc } from '#client/lib/trpc.ts'
import { FIRST_ANSWERS_ID, type FirstAnswer } from '#shared/page-data.ts'

const FILTERS = { search: '', status: null, open: false }
const TASKS = { items: [{ id: 'one' }], nextCursor: null }
const ANSWERS: FirstAnswer[] = [
  { path: 'workLog.timer', paged: false, data: null },
  { path: 'tasks.list', input: FILTERS, paged: true, data: TASKS },
]

describe('what came answered with the page', () => {
  beforeEach(() => {
    document.body.innerHTML = `<script type="application/json" id="${FIRST_ANSWERS_ID}">${JSON.stringify(ANSWERS)}</script>`
    vi.resetModules()
  })
  afterEach(() => {
    document.body.innerHTML = ''
  })

  test('is in the first cache, where tRPC’s hooks look for it', async () => {
    const fresh: { createQueryClient: typeof createQueryClient } = await import('#client/lib/query-client.ts')
    const client = fresh.createQueryClient()
    expect(client.getQueryData(getQueryKey(trpc.workLog.timer, undefined, 'query'))).toBeNull()
    expect(client.getQueryData(getQueryKey(trpc.tasks.list, FILTERS, 'infinite'))).toEqual({
      pages: [TASKS],
      pageParams: [null],
    })
  })

  test('is not in the next one, which is another user’s', async () => {
    const fresh: { createQueryClient: typeof createQueryClient } = await import('#client/lib/query-client.ts')
    fresh.createQueryClient()
    expect(fresh.createQueryClient().getQueryCache().getAll()).toEqual([])
  })

  test('counts as unseen until a screen has shown it', async () => {
    const { isUnseen, markSeen, takeFirstAnswers } = await import('#client/lib/first-answers.ts')
    const [, list] = takeFirstAnswers()
    const data = list?.data as object
    expect(isUnseen(data)).toBe(true)
    markSeen(data)
    expect(isUnseen(data)).toBe(false)
    expect(isUnseen(undefined)).toBe(false)
  })
})
