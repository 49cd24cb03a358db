import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { vi } from 'vitest'
import { RPC_PATH } from '#client/lib/calls/api.ts'

type Answer = (input: never) => unknown
/** By path, such as `invoices.creditable`. */
type Answers = Record<string, Answer>

interface Served {
  queries?: Answers
  mutations?: Answers
  /** Whether a call arrives; the others fail like without a connection. */
  reaches?: (address: string) => boolean
}

/** Answers the client's calls in place of a portal, until `vi.unstubAllGlobals`. An error's cause names its reason. */
export function serveRpc({ queries = {}, mutations = {}, reaches = () => true }: Served): void {
  const t = initTRPC.create({
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      data: { ...shape.data, reason: error.cause?.message },
    }),
  })
  const withInput = t.procedure.input((input) => input)
  // Without one, there is no body to parse.
  const takesInput = (answer: Answer) => answer.length > 0
  const toQuery = (answer: Answer) =>
    takesInput(answer)
      ? withInput.query(({ input }) => answer(input as never))
      : t.procedure.query(() => answer(undefined as never))
  const toMutation = (answer: Answer) =>
    takesInput(answer)
      ? withInput.mutation(({ input }) => answer(input as never))
      : t.procedure.mutation(() => answer(undefined as never))
  const router = t.router({ ...mapValues(queries, toQuery), ...mapValues(mutations, toMutation) })
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!reaches(address)) throw new TypeError('Failed to fetch')
    const req = new Request(new URL(address, 'http://localhost'), { ...request, signal: null })
    return fetchRequestHandler({ req, router, endpoint: RPC_PATH })
  })
}

const mapValues = <Value, Result>(values: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
