import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, test, vi } from 'vitest'
import { resumeSession } from '#client/lib/session/resume-session.ts'
import type { AppRouter } from '#server/router.ts'

const refusal = (reason: string) =>
  Object.assign(new TRPCClientError('Please sign in.'), { data: { code: 'UNAUTHORIZED', reason } })

/** Sends one call through the link; each answer is an error, or null for success. */
async function send(answers: (Error | null)[], resumed: () => Promise<boolean>, type = 'mutation') {
  const keys: unknown[] = []
  const link = resumeSession(resumed)({} as Parameters<TRPCLink<AppRouter>>[0])
  const op = { id: 1, type, path: 'clients.save', input: {}, context: { idempotencyKey: 'k' }, signal: null }
  const next = ({ context }: { context: Record<string, unknown> }) =>
    observable((observer) => {
      keys.push(context.idempotencyKey)
      const answer = answers[keys.length - 1]
      if (answer) return observer.error(answer as never)
      observer.next({ result: { data: 'done' } } as never)
      observer.complete()
    })
  const got = await new Promise((resolve) => {
    link({ op, next } as unknown as Parameters<typeof link>[0]).subscribe({
      next: ({ result }) => resolve((result as { data: unknown }).data),
      error: (error) => resolve(error),
    })
  })
  return { got, keys }
}

test('repeats a call with the same key after the same user has signed in again', async () => {
  const missing = refusal('session_missing')
  expect(await send([missing, null], async () => true)).toEqual({ got: 'done', keys: ['k', 'k'] })
  expect(await send([missing, missing], async () => true)).toEqual({ got: missing, keys: ['k', 'k'] })
})

test("doesn't repeat calls for another user, of streams or after other errors", async () => {
  const missing = refusal('session_missing')
  expect(await send([missing], async () => false)).toEqual({ got: missing, keys: ['k'] })
  const resumed = vi.fn(async () => true)
  const wrong = refusal('wrong_credentials')
  expect(await send([wrong], resumed)).toEqual({ got: wrong, keys: ['k'] })
  expect(await send([missing], resumed, 'subscription')).toEqual({ got: missing, keys: ['k'] })
  expect(resumed).not.toHaveBeenCalled()
})
