import { expect, test } from 'vitest'
import {
  createFoyerClient,
  each,
  type FoyerClientOptions,
  FoyerError,
} from '#packages/foyer-client/src/index.ts'

interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}

/** A client whose portal gives these responses in order; an error is a missing response. */
function clientOf(answers: (Response | Error)[], options: Partial<FoyerClientOptions> = {}) {
  const requests: Request[] = []
  const foyer = createFoyerClient({
    url: 'https://portal.test/',
    token: 'foyer_secret',
    fetch: async (url, { method = 'GET', headers, body } = {}) => {
      requests.push({ url: String(url), method, headers: headers as Record<string, string>, body })
      const answer = answers[requests.length - 1] ?? new Error('asked too often')
      if (answer instanceof Error) throw answer
      return answer
    },
    ...options,
  })
  return { foyer, requests }
}

const result = (data: unknown) => Response.json({ result: { data } })
const failure = (status: number, code: string, details: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'No.', code: -1, data: { code, ...details } } }, { status, headers })
const later = (status: number) => failure(status, 'LATER', {}, { 'retry-after': '0' })

const failed = async (call: Promise<unknown>): Promise<FoyerError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FoyerError))
    throw new Error('The call did not fail as one of the portal', { cause: error })
  return error
}

test('a query sends its input in the URL, a mutation is posted with a key', async () => {
  const { foyer, requests } = clientOf([result({ items: [] }), result({ id: '1' })])
  await foyer.tasks.list({ search: 'a&b' })
  await foyer.workLog.delete({ id: '1' })
  const authorization = 'Bearer foyer_secret'
  expect(requests).toEqual([
    {
      url: 'https://portal.test/trpc/tasks.list?input=%7B%22search%22%3A%22a%26b%22%7D',
      method: 'GET',
      headers: { authorization },
      body: undefined,
    },
    {
      url: 'https://portal.test/trpc/workLog.delete',
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
      },
      body: '{"id":"1"}',
    },
  ])
})

test('transient failures are retried with the same key, and each call has its own', async () => {
  const { foyer, requests } = clientOf([
    later(503),
    later(429),
    result({ id: '1' }),
    result({ id: '2' }),
    result({ id: '3' }),
  ])
  expect(await foyer.workLog.delete({ id: '1' })).toEqual({ id: '1' })
  await foyer.workLog.delete({ id: '2' })
  await foyer.workLog.delete({ id: '3' }, { idempotencyKey: 'the-key-of-the-act' })
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys).size).toBe(3)
  expect(keys[4]).toBe('the-key-of-the-act')
})

test('a redirect is reported at once, with the address to use', async () => {
  const moved = new Response(null, {
    status: 308,
    headers: { location: 'https://portal.test/trpc/tasks.list' },
  })
  const { foyer, requests } = clientOf([moved])
  const error = await failed(foyer.tasks.list())
  expect([error.message, error.code, error.status]).toEqual([
    'The portal redirects to https://portal.test. Use that address.',
    'REDIRECTED',
    308,
  ])
  expect(requests).toHaveLength(1)
})

test('a lost response is retried; if there is never one, the client reports it', async () => {
  const lost = new TypeError('fetch failed')
  const { foyer, requests } = clientOf([lost, result([])])
  expect(await foyer.letterhead.taxRates()).toEqual([])
  expect(requests).toHaveLength(2)
  const silent = clientOf([lost, lost], { retries: 1 })
  const error = await failed(silent.foyer.tasks.list())
  expect([error.message, error.code, error.status]).toEqual([
    'portal.test did not respond.',
    'UNREACHABLE',
    0,
  ])
  expect(silent.requests).toHaveLength(2)
})

test('permanent failures and long waits are reported immediately', async () => {
  const fields = { limit: 'Too big' }
  const refused = clientOf([
    failure(400, 'BAD_REQUEST', { reason: 'invalid_input', fields }, { 'x-request-id': 'r-1' }),
  ])
  expect(await failed(refused.foyer.tasks.list({ limit: 1000 }))).toMatchObject({
    message: 'No.',
    code: 'BAD_REQUEST',
    status: 400,
    reason: 'invalid_input',
    fields,
    requestId: 'r-1',
  })
  expect(refused.requests).toHaveLength(1)
  const busy = clientOf([failure(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '61' })])
  expect((await failed(busy.foyer.tasks.list())).retryAfter).toBe(61)
  expect(busy.requests).toHaveLength(1)
})

test("a response from an intermediary isn't a result", async () => {
  const { foyer } = clientOf([new Response('<h1>Sign in to the network</h1>')])
  expect(await failed(foyer.tasks.list())).toMatchObject({ code: 'UNKNOWN', status: 200 })
})

test("a call aborted by its program isn't retried", async () => {
  const ending = new AbortController()
  const { foyer, requests } = clientOf([failure(503, 'LATER', {}, { 'retry-after': '30' })])
  const call = foyer.tasks.list({}, { signal: ending.signal })
  setTimeout(() => ending.abort(new Error('enough')), 10)
  await expect(call).rejects.toThrow('enough')
  expect(requests).toHaveLength(1)
})

test('pages are fetched one after the other, only as needed', async () => {
  const pages = () => [
    result({ items: [{ id: '1' }, { id: '2' }], nextCursor: 'x' }),
    result({ items: [{ id: '3' }], nextCursor: null }),
  ]
  const whole = clientOf(pages())
  const ids: string[] = []
  for await (const { id } of each(whole.foyer.tasks.list, { open: true })) ids.push(id)
  expect(ids).toEqual(['1', '2', '3'])
  const inputs = whole.requests.map(({ url }) => JSON.parse(new URL(url).searchParams.get('input') ?? ''))
  expect(inputs).toEqual([{ open: true }, { open: true, cursor: 'x' }])
  const part = clientOf(pages())
  for await (const { id } of each(part.foyer.tasks.list, {})) if (id === '2') break
  expect(part.requests).toHaveLength(1)
})
