import { getQueryKey } from '@trpc/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { FIRST_ANSWERS_ID, type FirstAnswer } from '#shared/door/page-data.ts'

const FILTERS = { search: '', status: null, open: false }
const TASKS = { items: [{ id: 'one' }], nextCursor: null }
const ANSWERS: FirstAnswer[] = [
  { path: 'workLog.timer', paged: false, data: null },
  { path: 'tasks.list', input: FILTERS, paged: true, data: TASKS },
]

describe('answers embedded in the page', () => {
  beforeEach(() => {
    document.body.innerHTML = `<script type="application/json" id="${FIRST_ANSWERS_ID}">${JSON.stringify(ANSWERS)}</script>`
    vi.resetModules()
  })
  afterEach(() => {
    document.body.innerHTML = ''
  })

  test("are in the first cache under tRPC's query keys", async () => {
    const fresh: { createQueryClient: typeof createQueryClient } = await import(
      '#client/lib/queries/query-client.ts'
    )
    const client = fresh.createQueryClient()
    expect(client.getQueryData(getQueryKey(trpc.workLog.timer, undefined, 'query'))).toBeNull()
    expect(client.getQueryData(getQueryKey(trpc.tasks.list, FILTERS, 'infinite'))).toEqual({
      pages: [TASKS],
      pageParams: [null],
    })
  })

  test("aren't in the next user's cache", async () => {
    const fresh: { createQueryClient: typeof createQueryClient } = await import(
      '#client/lib/queries/query-client.ts'
    )
    fresh.createQueryClient()
    expect(fresh.createQueryClient().getQueryCache().getAll()).toEqual([])
  })

  test('count as unseen until a screen has rendered them', async () => {
    const { isUnseen, markSeen, takeFirstAnswers } = await import('#client/lib/queries/first-answers.ts')
    const [, list] = takeFirstAnswers()
    const data = list?.data as object
    expect(isUnseen(data)).toBe(true)
    markSeen(data)
    expect(isUnseen(data)).toBe(false)
    expect(isUnseen(undefined)).toBe(false)
  })
})
