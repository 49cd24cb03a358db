import { globSync, readFileSync } from 'node:fs'
import { Button, MantineProvider, Menu } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { DiscardDialog } from '#client/components/dialogs/discard-dialog.tsx'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { NoticeDialog } from '#client/components/dialogs/notice-dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { theme } from '#client/theme/theme.ts'

afterEach(cleanup)

type Close = { onClose: () => void }

function Form({ onClose }: Close) {
  const form = useAppForm({
    schema: z.strictObject({}),
    initialValues: {},
    onSubmit: async () => {},
    fallback: 'Failed to save',
  })
  return (
    <FormDialog title="Sample" opened onClose={onClose} form={form} submitLabel="Save">
      Fields
    </FormDialog>
  )
}

const Question = ({ onClose }: Close) => (
  <ConfirmDialog
    opened
    onClose={onClose}
    title="Sample"
    message="Sample"
    confirmLabel="OK"
    onConfirm={onClose}
  />
)

const LOADING = {
  data: undefined,
  error: null,
  isFetchedAfterMount: false,
  refetch: () => Promise.resolve(),
} as never

const DIALOGS: Record<string, (props: Close) => ReactNode> = {
  form: Form,
  notice: ({ onClose }) => (
    <NoticeDialog title="Sample" onClose={onClose}>
      Text
    </NoticeDialog>
  ),
  question: ({ onClose }) => <DiscardDialog message="Sample" onClose={onClose} onDiscard={onClose} />,
  // Like the one that reverses a payment.
  'lazily loaded question': lazyLayer(async () => ({ Question }), 'Question'),
  'form that loads': ({ onClose }) => (
    <EditDialog title="Sample" query={LOADING} onClose={onClose}>
      {() => 'Loaded'}
    </EditDialog>
  ),
}

function Screen({ dialog: Dialog, inMenu }: { dialog: (props: Close) => ReactNode; inMenu: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <MantineProvider env="test" theme={theme}>
      {inMenu ? (
        <Menu>
          <Menu.Target>
            <Button>Actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpened(true)}>Open</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button onClick={() => setOpened(true)}>Open</Button>
      )}
      {opened && <Dialog onClose={() => setOpened(false)} />}
    </MantineProvider>
  )
}

for (const [name, dialog] of Object.entries(DIALOGS)) {
  test(`a ${name} returns focus to its button, or to the button of its menu`, async () => {
    const user = userEvent.setup()
    for (const inMenu of [false, true]) {
      render(<Screen dialog={dialog} inMenu={inMenu} />)
      const button = screen.getByRole('button', { name: inMenu ? 'Actions' : 'Open' })
      button.focus()
      await user.keyboard('{Enter}')
      if (inMenu) await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
      await screen.findByRole(name.endsWith('question') ? 'alertdialog' : 'dialog')
      await user.keyboard('{Escape}')
      await expect.poll(() => document.activeElement).toBe(button)
      cleanup()
    }
  })
}

test('no drawer is mounted open, which would prevent it from returning focus', () => {
  const files = globSync('client/**/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const drawers = files.filter(({ text }) => /<Drawer\b/.test(text))
  expect(drawers.length).toBeGreaterThan(2)
  expect(drawers.filter(({ text }) => /<Drawer\b[^>]*\sopened[\s>]/.test(text))).toEqual([])
})

function Two({ onClose }: { onClose: (title: string) => void }) {
  const [below, setBelow] = useState(true)
  const [above, setAbove] = useState(false)
  const closing = (title: string, set: (opened: boolean) => void) => () => {
    onClose(title)
    set(false)
  }
  return (
    <MantineProvider env="test" theme={theme}>
      <Dialog title="Below" opened={below} onClose={closing('Below', setBelow)}>
        <Button onClick={() => setAbove(true)}>Open</Button>
        <Dialog title="Above" opened={above} onClose={closing('Above', setAbove)} />
      </Dialog>
    </MantineProvider>
  )
}

test('Escape closes the topmost dialog first, then the one below', async () => {
  const user = userEvent.setup()
  const closed: string[] = []
  render(<Two onClose={(title) => closed.push(title)} />)
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Above' })
  await user.keyboard('{Escape}')
  expect(closed).toEqual(['Above'])
  await user.keyboard('{Escape}')
  expect(closed).toEqual(['Above', 'Below'])
})
