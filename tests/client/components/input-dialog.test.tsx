import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImportDialog as BankImportDialog } from '#client/features/money/bank/import-dialog.tsx'
import { ImportDialog } from '#client/features/people/clients/import-dialog.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'

beforeEach(() => {
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } } as Session)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  class Upload {
    status = 201
    response = { statements: [], csv: null, problem: null, guess: null }
    upload = {}
    onload = () => {}
    open = () => {}
    send = () => this.onload()
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
})

afterEach(cleanup)

function open(dialog: ReactElement) {
  const queryClient = new QueryClient()
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes' })
const FILE = new File(['name,email'], 'rows.csv')
const chooseFile = (user: ReturnType<typeof open>) =>
  user.upload(document.querySelector('input[type="file"]') as HTMLElement, FILE)

test('pasted rows are discarded only after confirmation', async () => {
  const close = vi.fn()
  const user = open(<ImportDialog onClose={close} />)
  await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,email\nAnna,anna@client.test')
  await user.keyboard('{Escape}')
  expect(question()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['clients', (close: () => void) => <ImportDialog onClose={close} />],
  [
    'bank statements',
    (close: () => void) => <BankImportDialog accounts={[]} dropped={null} onClose={close} />,
  ],
])('a file chosen to import %s is discarded only after confirmation', async (_, dialog) => {
  const close = vi.fn()
  const user = open(dialog(close))
  await chooseFile(user)
  await user.keyboard('{Escape}')
  expect(question()).not.toBeNull()
  expect(close).not.toHaveBeenCalled()
  cleanup()
  await open(dialog(close)).keyboard('{Escape}')
  expect([question(), close.mock.calls.length]).toEqual([null, 1])
})
