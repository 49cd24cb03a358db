import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { StepList } from '#client/features/overview/dashboard/start/step-list.tsx'
import { SettingsPage } from '#client/features/overview/settings/settings-page.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { FIRST_STEPS, type FirstStepsDto } from '#shared/overview/first-steps.ts'
import type { SettingsDto } from '#shared/overview/settings.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const before = currentSession.read()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  currentSession.write(before)
})

const security: Partial<SettingsDto['security']> = { two_factor: false }
const settings = { security } as SettingsDto
const profile: Partial<LetterheadProfileDto> = { version: 1, bank_change: null, tax_id_check: null }
const account: PaymentAccountDto = { takes: 'none', account: null, connect_offered: false, webhook_url: '' }

/** The owner's steps; its links open the settings. */
function show() {
  const user = { user_id: 'rosa', role: 'agency_admin', timezone: 'UTC', currency: 'USD' }
  currentSession.write({ status: 'signed-in', user } as Session)
  serveRpc({
    queries: {
      'settings.get': () => settings,
      'letterhead.profile': () => profile,
      'letterhead.taxRates': () => [],
      'payments.account': () => account,
    },
  })
  const steps = FIRST_STEPS.agency_admin.map((key) => ({ key, state: 'open' as const }))
  const data: FirstStepsDto = { steps, sample: null, offers_sample: false }
  const queryClient = new QueryClient()
  const root = createRootRoute()
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <StepList data={data} onHide={() => {}} />,
  })
  const page = createRoute({ getParentRoute: () => root, path: '/settings', component: SettingsPage })
  const router = createRouter({
    routeTree: root.addChildren([start, page]),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
}

test('the step for company details opens their form', async () => {
  show()
  await userEvent.click(await screen.findByRole('link', { name: 'Enter your company details' }))
  expect(await screen.findByRole('textbox', { name: 'Legal name' })).toBeDefined()
})

test('the step for getting paid leads to card payments and to the account for bank transfers', async () => {
  show()
  await userEvent.click(await screen.findByRole('link', { name: 'Choose how you get paid' }))
  expect(await screen.findByRole('button', { name: 'Enter Stripe keys' })).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Open billing settings' }))
  expect(await screen.findByRole('button', { name: 'Enter bank details' })).toBeDefined()
})
