import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCError } from '@trpc/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Rules } from '#client/features/money/bank/rules.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { BankRuleDto } from '#shared/money/bank/bank.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The screen with one rule, which the server has in a later version once it is saved. */
async function openRule() {
  const user = { user_id: 'nora', role: 'agency_admin', agency_id: 'acme', timezone: 'UTC' }
  currentSession.write({ status: 'signed-in', user } as Session)
  let rule: BankRuleDto = {
    ...{ id: '0a3f2a5e-0000-4000-8000-000000000000', field: 'text', contains: 'AWS', version: 1 },
    ...{ client_id: null, client_name: null, category: 'software' },
  }
  const saved: BankRuleDto[] = []
  serveRpc({
    queries: { 'bank.rules': () => [rule], 'clients.list': () => ({ items: [], nextCursor: null }) },
    mutations: {
      'bank.saveRule': (input: BankRuleDto) => {
        if (saved.length === 0 && input.version === 1) {
          rule = { ...rule, category: 'travel', version: 2 }
          const message = 'This rule was changed by someone else in the meantime.'
          throw new TRPCError({ code: 'CONFLICT', message, cause: new Error('changed_meanwhile') })
        }
        saved.push(input)
        return input
      },
    },
  })
  const queryClient = new QueryClient()
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Rules writes />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
  const events = userEvent.setup()
  await events.click(await screen.findByRole('button', { name: 'Edit rule' }))
  await events.type(await screen.findByRole('textbox', { name: 'This text' }), ' EMEA')
  return { events, saved }
}

test('a rule that isn’t saved is asked about before its dialog closes', async () => {
  const { events } = await openRule()
  await events.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes' })).toBeDefined()
  await events.keyboard('{Escape}')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'This text' })
  expect(field.value).toBe('AWS EMEA')
})

test('a rule that someone else has changed meanwhile can still be saved', async () => {
  const { events, saved } = await openRule()
  await events.click(screen.getByRole('button', { name: 'Save changes' }))
  await events.click(await screen.findByRole('button', { name: 'Keep my changes' }))
  await events.click(screen.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => saved).toMatchObject([{ contains: 'AWS EMEA', category: 'travel', version: 2 }])
})
