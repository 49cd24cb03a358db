import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StatementDialog } from '#client/features/money/invoices/statement-dialog.tsx'
import { ImportSteps } from '#client/features/overview/imports/import-steps.tsx'
import { ImportView } from '#client/features/overview/imports/import-view.tsx'
import { SettingsPage } from '#client/features/overview/settings/settings-page.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { StatementDto } from '#shared/money/invoices/statements.ts'
import type { ImportOverview } from '#shared/overview/imports.ts'
import type { ImportDetailsDto } from '#shared/overview/schemas/imports.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const dryRun = vi.fn()

beforeEach(() => void vi.spyOn(toasts, 'toastDestructive').mockReturnValue())
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(shown: ReactElement, shownImport: () => unknown = () => null, address = '/') {
  const user = {
    user_id: 'nora',
    role: 'agency_admin',
    client_id: 'acme',
    timezone: 'UTC',
    books_timezone: 'UTC',
  }
  currentSession.write({ status: 'signed-in', user } as Session)
  const statement: Partial<StatementDto> = {
    ...{ client_name: 'Acme', currency: 'USD', currencies: ['USD'], from: '2026-01-01', to: '2026-03-31' },
    ...{ opening_balance: 0, lines: [], closing_balance: 0, opening_credit: 0, closing_credit: 0 },
  }
  serveRpc({
    queries: {
      'invoices.statement': () => statement,
      'imports.get': () => shownImport(),
      'imports.list': () => ({ items: [], nextCursor: null }),
      'settings.get': () => ({}),
    },
    mutations: {
      'imports.dryRun': (input) => {
        dryRun(input)
        return { made: {}, matched: 0, skipped: [], noted: [], seconds: 0, project_room: null }
      },
    },
  })
  const queryClient = new QueryClient()
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  render(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />)
  return queryClient
}

async function typeInto(label: string, text: string) {
  const field = await screen.findByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, text)
  return field
}

const REFUSED = { title: 'Check your input', message: 'Please enter a valid date' }

function importItem(status: ImportDetailsDto['status']): ImportDetailsDto {
  const overview: Partial<ImportOverview> = {
    ...{ counts: { client: 0, project: 0, task: 0, entry: 1 } as ImportOverview['counts'], seconds: 3600 },
    ...{ dates: 'clear', archived: 0, lists: [], people: [], clients: [], projects: [], samples: [] },
    ...{ problems: [], problem_count: 0 },
  }
  const mapping: Partial<ImportDetailsDto['mapping']> = {
    ...{ date_order: null, billed_until: null, paid_until: null, archived: false },
    ...{ projects: [], clients: [], lists: [], people: [] },
  }
  const item: Partial<ImportDetailsDto> = {
    ...{
      id: crypto.randomUUID(),
      file_name: 'board.json',
      source: 'trello',
      failure: null,
      undone: null,
      status,
      timezone: 'UTC',
    },
    ...{ members: [], clients: [], projects: [], archived_since: { clients: [], projects: [] } },
    ...{ overview: overview as ImportOverview, mapping: mapping as ImportDetailsDto['mapping'] },
  }
  return item as ImportDetailsDto
}

test.each(['Billed until', 'Paid until'])('an import waits for a valid date in “%s”', async (label) => {
  show(<ImportSteps item={importItem('ready')} onDiscarded={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(document.activeElement?.textContent).toBe('2. Mapping')
  const field = await typeInto(label, '31.11.2026')
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  expect(toasts.toastDestructive).toHaveBeenCalledExactlyOnceWith(REFUSED)
  expect(document.activeElement).toBe(field)

  await typeInto(label, 'November 30, 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  await vi.waitFor(() => expect(dryRun).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('3. Dry run'))
  const key = label.toLowerCase().replace(' ', '_')
  expect(dryRun).toHaveBeenCalledWith(
    expect.objectContaining({ mapping: expect.objectContaining({ [key]: '2026-11-30' }) }),
  )
})

test('a mapping is left only after a confirmation, until the dry run has saved it', async () => {
  const item = importItem('ready')
  show(<SettingsPage />, () => item, `/?section=import&import=${item.id}`)
  const leave = async () => userEvent.click(await screen.findByRole('button', { name: 'All imports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await typeInto('Billed until', 'November 30, 2026')
  await leave()
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Dry run' }))
  await screen.findByRole('button', { name: /^Import / })
  await leave()
  await waitFor(() => expect(screen.queryByText('board.json from Trello')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a statement can’t be downloaded while its period has an unreadable date', async () => {
  show(<StatementDialog onClose={() => {}} />)
  await typeInto('To', '31.11.2026')
  const download = await screen.findByRole('link', { name: 'Download PDF' })
  const click = createEvent.click(download)
  fireEvent(download, click)
  expect(click.defaultPrevented).toBe(true)
  expect(toasts.toastDestructive).toHaveBeenCalledExactlyOnceWith(REFUSED)
})

test('focus moves to the result of an import, however short, but not when its page opens', async () => {
  for (const status of ['ready', 'running'] as const) {
    const answer = vi.fn(() => importItem(status))
    const queryClient = show(<ImportView id={crypto.randomUUID()} onClose={() => {}} />, answer)
    await screen.findByText('board.json from Trello')
    expect(document.activeElement).toBe(document.body)
    answer.mockReturnValue(importItem('undone'))
    await queryClient.invalidateQueries()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.textContent).toContain('board.json from Trello')
    cleanup()
  }
})
