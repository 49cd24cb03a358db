import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCError } from '@trpc/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InvitationForm } from '#client/features/identity/auth/forms/invitation-form.tsx'
import { knowAppInfo } from '#client/lib/app-info.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import type { AuthInfoDto } from '#shared/identity/auth.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const get = vi.fn<() => object>()
let reachable = true

beforeEach(() => {
  reachable = true
  currentSession.write({ status: 'signed-out', user: null })
  knowAppInfo({ app_name: 'Foyer', password_min_length: 8 } as AuthInfoDto)
  serveRpc({ queries: { 'invitations.get': () => get() }, reaches: () => reachable })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show() {
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <InvitationForm token="token" onMode={() => {}} />
      </MantineProvider>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
}

test.each(['the connection', 'the server'])(
  'an invitation can be loaded again after %s failed',
  async (what) => {
    const brand = { accent: null, logo: null }
    const invitation = { email: 'mia@x.test', agency_name: 'Fable', name: null, has_account: false, brand }
    get.mockReturnValue(invitation)
    if (what === 'the connection') reachable = false
    else get.mockImplementationOnce(() => Promise.reject(new Error('Something went wrong.')))
    show()
    await screen.findByRole('heading', { name: 'Couldn’t load the invitation' })
    reachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Join Fable' })
  },
)

test('an invitation that was used isn’t valid, and can’t be loaded again', async () => {
  const message = 'This invitation has already been used, was withdrawn or has expired.'
  get.mockImplementation(() => Promise.reject(new TRPCError({ code: 'NOT_FOUND', message })))
  show()
  await screen.findByRole('heading', { name: 'This invitation isn’t valid' })
  expect(screen.getByText(message)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
