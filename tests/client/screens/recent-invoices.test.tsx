import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RecentInvoices } from '#client/features/overview/dashboard/roles/recent-invoices.tsx'
import type { RecentInvoice } from '#shared/overview/dashboard.ts'

afterEach(cleanup)

test('a credit note on the client’s dashboard has its day of issue and a negative amount', async () => {
  const credit: Partial<RecentInvoice> = {
    ...{ id: crypto.randomUUID(), kind: 'credit_note', number: 'CN-3', title: 'Website', status: 'paid' },
    ...{ amount: 500_00, currency: 'USD', issued_on: '2026-11-20', due_next: '2026-12-01' },
    badge: { status: 'paid', label: 'Issued' },
  }
  const root = createRootRoute({ component: () => <RecentInvoices invoices={[credit as RecentInvoice]} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  expect(await screen.findByText('CN-3 · Issued Nov 20, 2026')).toBeDefined()
  expect(screen.getByText('-$500.00')).toBeDefined()
})
