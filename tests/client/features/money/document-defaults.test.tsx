import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { TRPCError } from '@trpc/server'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useDocumentDefaults } from '#client/features/money/invoices/form/use-document-defaults.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const before = currentSession.read()
afterEach(() => {
  vi.unstubAllGlobals()
  currentSession.write(before)
})

const profile = {
  ...{ default_tax_rate_id: null, tax_rates: [], archived_tax_rates: [], payment_terms: 7 },
} as Partial<LetterheadProfileDto> as LetterheadProfileDto
const [ACME, GLOBEX]: [string, string] = [crypto.randomUUID(), crypto.randomUUID()]

/** A new document; each client's details arrive when the test says so. */
function open() {
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora', currency: 'USD' } } as Session)
  const details = new Map([ACME, GLOBEX].map((id) => [id, Promise.withResolvers<Partial<ClientDto>>()]))
  const asked = vi.fn()
  serveRpc({
    queries: {
      'clients.get': ({ id }: { id: string }) => {
        asked(id)
        return details.get(id)?.promise
      },
    },
  })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const { result } = renderHook(() => useDocumentDefaults(profile), { wrapper })
  const form = { apply: vi.fn(), fail: vi.fn() }
  const choose = async (id: string) => {
    act(() => result.current.choose(id, form))
    await waitFor(() => expect(asked).toHaveBeenCalledWith(id))
  }
  const arrive = (id: string, payment_terms: number) =>
    act(async () => {
      details.get(id)?.resolve({ payment_terms })
      await details.get(id)?.promise
    })
  return { result, form, choose, arrive, details }
}

test('the terms of the client chosen last apply, even if those of an earlier one arrive later', async () => {
  const { result, form, choose, arrive } = open()
  await choose(ACME)
  await choose(GLOBEX)
  await arrive(GLOBEX, 14)
  await waitFor(() => expect(form.apply).toHaveBeenCalledOnce())
  const [from, to] = [{ payment_terms: 7 }, { payment_terms: 14 }]
  expect(form.apply).toHaveBeenCalledWith(expect.objectContaining(from), expect.objectContaining(to))
  await arrive(ACME, 30)
  await act(() => result.current.ready())
  expect(form.apply).toHaveBeenCalledOnce()
  expect(form.fail).not.toHaveBeenCalled()
  expect(result.current.defaults.payment_terms).toBe(14)
})

test('saving waits for the terms of the client', async () => {
  const { result, form, choose, arrive } = open()
  await choose(ACME)
  const saved = result.current.ready().then(() => form.apply.mock.calls.length)
  await arrive(ACME, 30)
  expect(await saved).toBe(1)
})

test('terms that could not be loaded leave no client chosen', async () => {
  const { result, form, choose, details } = open()
  await choose(ACME)
  details.get(ACME)?.reject(new TRPCError({ code: 'SERVICE_UNAVAILABLE' }))
  await act(() => result.current.ready())
  expect(form.fail).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^The client’s terms and tax/))
  expect(form.apply).not.toHaveBeenCalled()
})
