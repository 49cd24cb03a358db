import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Rules } from '#client/features/money/bank/rules.tsx'
import { AccountsDialog } from '#client/features/money/ledger/export/accounts-dialog.tsx'
import { InvitationsDrawer } from '#client/features/people/invitations/invitations-drawer.tsx'
import { Composer } from '#client/features/work/messages/thread/composer.tsx'
import { CommentForm } from '#client/features/work/tasks/detail/comment-form.tsx'
import { TaskBlockers } from '#client/features/work/tasks/detail/task-blockers.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { writeStored } from '#client/lib/session/local-store.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import type { BookAccountsDto } from '#shared/money/ledger/schemas/books.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

let rows: string[] = []

beforeEach(() => {
  rows = ['First', 'Second']
  const user = { user_id: 'nora', role: 'agency_admin', agency_id: 'acme', timezone: 'UTC' }
  currentSession.write({ status: 'signed-in', user } as Session)
  const remove = (row: string | undefined) => {
    rows = rows.filter((other) => other !== row)
  }
  serveRpc({
    queries: {
      'bank.rules': () => rows.map((id) => ({ id, field: 'text', contains: id, category: 'software' })),
      'files.get': () => ({}),
      'invitations.list': () => ({
        items: rows.map((id) => ({
          id,
          email: id,
          status: 'pending',
          replaces_email: null,
          created_at: '2026-03-04T12:00:00.000Z',
          expires_at: '2026-03-04T12:00:00.000Z',
        })),
        nextCursor: null,
      }),
      'messages.projects': () => ({ items: [], nextCursor: null }),
      'tasks.get': () => ({
        id: 'task',
        blocked_by: rows.map((id) => ({ id, title: id, status: 'todo' })),
        blocks: [],
      }),
      'tasks.list': () => ({ items: [], nextCursor: null }),
    },
    mutations: {
      'bank.deleteRule': ({ id }: { id: string }) => remove(id),
      'invitations.revoke': ({ id }: { id: string }) => remove(id),
      'tasks.setBlockers': ({ blocked_by }: { blocked_by: string[] }) => {
        rows = blocked_by
      },
    },
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(shown: ReactElement) {
  const queryClient = new QueryClient()
  queryClient.getMutationCache().subscribe(({ type }) => {
    if (type === 'updated') void queryClient.invalidateQueries()
  })
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  render(
    <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />,
  )
}

const attach = (where: string) =>
  writeStored(
    `draft-files:nora:${where}`,
    JSON.stringify(['First', 'Second'].map((id) => ({ id, name: id, content_type: 'text/plain', size: 1 }))),
  )

function nameOfFocused(): string {
  const { activeElement: focused } = document
  if (focused === null || focused === document.body) return 'nothing'
  return focused.getAttribute('aria-label') ?? focused.textContent
}

const chart = defaultAccounts('skr03')
const [usual = chart.rates[0]] = chart.rates.filter(({ kind }) => kind === 'standard')
const accounts = {
  ...chart,
  rates: [...chart.rates, ...[1900, 700].map((tax_bps) => ({ ...usual, kind: 'standard', tax_bps }))],
  ...{ unmapped_rates: [{ kind: 'standard', tax_bps: 500 }], ambiguous_rates: { xero: [], quickbooks: [] } },
} as unknown as BookAccountsDto

function Blockers() {
  const { data } = trpc.tasks.get.useQuery({ id: 'task' })
  return data === undefined ? null : <TaskBlockers task={data} />
}

test.each<[string, () => ReactElement, [removed: string, focused: string][]]>([
  [
    'files of a message',
    () => {
      attach('project')
      return <Composer projectId="project" people={[]} autoFocus={false} />
    },
    [
      ['Remove First', 'Remove Second'],
      ['Remove Second', 'Attach files'],
    ],
  ],
  [
    'files of a comment',
    () => {
      attach('task:task')
      const task = { id: 'task', project_id: 'project' }
      return (
        <CommentForm
          label="Comment"
          submitLabel="Send"
          place="task"
          team={[]}
          task={task}
          onSubmit={async () => {}}
        />
      )
    },
    [
      ['Remove First', 'Remove Second'],
      ['Remove Second', 'Attach files'],
    ],
  ],
  [
    'blockers',
    () => <Blockers />,
    [
      ['Remove blocker First', 'Remove blocker Second'],
      ['Remove blocker Second', 'Add a blocking task'],
    ],
  ],
  [
    'rates of the books',
    () => <AccountsDialog accounts={accounts} onClose={() => {}} />,
    [
      ['Remove Standard rate 19%', 'Remove Standard rate 7%'],
      ['Remove Standard rate 7%', 'Tax rate'],
    ],
  ],
  [
    'invitations',
    () => <InvitationsDrawer kind="client" opened onClose={() => {}} />,
    [
      ['Revoke invitation for First', 'Revoke invitation for Second'],
      ['Revoke invitation for Second', 'No open invitations'],
    ],
  ],
  [
    'bank rules',
    () => <Rules writes />,
    [
      ['Delete rule', 'Delete rule'],
      ['Delete rule', 'Add rule'],
    ],
  ],
])('removing %s leaves the focus in their list', async (_, shown, removals) => {
  show(shown())
  for (const [removed, focused] of removals) {
    const [button] = (await screen.findAllByRole('button', { name: removed })) as [HTMLElement]
    button.focus()
    fireEvent.click(button)
    await expect
      .poll(() => screen.queryByRole('button', { name: removed }) === null || removed === focused)
      .toBe(true)
    await expect.poll(nameOfFocused).toContain(focused)
    if (removed === focused) await expect.poll(() => document.activeElement).not.toBe(button)
  }
})

test('mapping a rate of the books leads to its accounts', async () => {
  show(<AccountsDialog accounts={accounts} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Map Standard rate 5%' }))
  await expect.poll(nameOfFocused).toBe('Revenue account, Standard rate 5%')
})
