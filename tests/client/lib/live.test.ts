import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/calls/api.ts'
import { LiveConnection, type StreamHandlers } from '#client/lib/live/live.ts'
import { belongsTo, createRefresher } from '#client/lib/queries/refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp({ signedIn = true, since = null as string | null } = {}) {
  const streams: (StreamHandlers & { resumedFrom: string | null; closed: boolean })[] = []
  const changes: string[][] = []
  const states: boolean[] = []
  const connection = new LiveConnection({
    since,
    open: (lastEventId, handlers) => {
      const stream = { ...handlers, resumedFrom: lastEventId, closed: false }
      streams.push(stream)
      return () => {
        stream.closed = true
      }
    },
    onChange: (domains) => void changes.push(domains),
    onConnected: (connected) => void states.push(connected),
    onRefused: async () => signedIn,
  })
  connection.start()
  return { connection, streams, changes, states, last: () => streams.at(-1) as (typeof streams)[number] }
}

const refusal = new ApiError('Please sign in.', { code: 'UNAUTHORIZED', httpStatus: 401 })

describe('live updates', () => {
  test('refresh everything on the first greeting, then what each event names', () => {
    const { last, changes, states } = setUp()
    last().onEvent('1!1', [])
    last().onEvent('2!2', ['tasks', 'projects'])
    last().onEvent('3!3', [])
    expect(changes).toEqual([['*'], ['tasks', 'projects']])
    expect(states).toEqual([true, true, true])
  })

  test('resume from the event in the page, and refresh only later changes', () => {
    const { last, changes } = setUp({ since: '1!1' })
    expect(last().resumedFrom).toBe('1!1')
    last().onEvent('1!1', [])
    last().onEvent('2!2', ['tasks'])
    expect(changes).toEqual([['tasks']])
  })

  test('reconnect after 1, 2, 5 and then every 10 s, resuming after the last event', async () => {
    const { streams, last } = setUp()
    last().onEvent('7!7', [])
    for (const [attempt, delay] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
      last().onLost(new TypeError('Failed to fetch'))
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(streams).toHaveLength(attempt + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(streams).toHaveLength(attempt + 2)
      expect(last().resumedFrom).toBe('7!7')
    }
    expect(streams.slice(0, -1).every((stream) => stream.closed)).toBe(true)
    last().onEvent('8!8', [])
    last().onLost()
    await vi.advanceTimersByTimeAsync(1000)
    expect(streams).toHaveLength(7)
  })

  test('close a stream without a greeting within 10 s and ignore its later events', async () => {
    const { streams, changes } = setUp()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(streams).toHaveLength(2)
    streams[0]?.onEvent('1!1', ['tasks'])
    streams[0]?.onLost()
    expect(changes).toEqual([])
    await vi.advanceTimersByTimeAsync(9000)
    expect(streams).toHaveLength(2)
  })

  test('end with the session, and check only once if the user is still signed in', async () => {
    const ended = setUp({ signedIn: false })
    ended.last().onLost(refusal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ended.streams).toHaveLength(1)

    const suspended = setUp()
    suspended.last().onLost(refusal)
    await vi.advanceTimersByTimeAsync(1000)
    suspended.last().onLost(refusal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(suspended.streams).toHaveLength(2)
  })

  test('stop permanently, and can start immediately during a reconnect delay', async () => {
    const { connection, streams, last } = setUp()
    last().onLost()
    await vi.advanceTimersByTimeAsync(10)
    connection.start()
    expect(streams).toHaveLength(2)
    connection.start()
    expect(streams).toHaveLength(2)
    connection.stop()
    expect(last().closed).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(streams).toHaveLength(2)
  })
})

describe('refreshing queries', () => {
  test('affects the queries of the named routers', () => {
    expect(belongsTo([['tasks', 'list'], { type: 'query' }], new Set(['tasks']))).toBe(true)
    expect(belongsTo([['projects', 'list']], new Set(['tasks']))).toBe(false)
    expect(belongsTo([['projects', 'list']], new Set(['*']))).toBe(true)
    expect(belongsTo(['own'], new Set(['own']))).toBe(false)
  })

  test('repeats an initial load in flight, which may have read old data', async () => {
    const client = new QueryClient()
    const answers: ((title: string) => void)[] = []
    const observer = new QueryObserver(client, {
      queryKey: [['tasks', 'list']],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      staleTime: 30_000,
    })
    const stop = observer.subscribe(() => undefined)
    createRefresher(client).refresh(['tasks'])
    expect(answers).toHaveLength(1)
    answers[0]?.('before')
    await vi.advanceTimersByTimeAsync(10)
    expect(answers).toHaveLength(2)
    answers[1]?.('after')
    await vi.advanceTimersByTimeAsync(10)
    expect(observer.getCurrentResult().data).toBe('after')
    stop()
  })

  test('runs immediately, then batches updates within 400 ms', () => {
    const client = new QueryClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    const refresher = createRefresher(client)
    refresher.refresh(['tasks'])
    expect(invalidate).toHaveBeenCalledTimes(1)
    refresher.refresh(['tasks'])
    refresher.refresh(['projects'])
    expect(invalidate).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(400)
    expect(invalidate).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(400)
    refresher.refresh(['clients'])
    expect(invalidate).toHaveBeenCalledTimes(3)
  })
})
