import { globSync, readFileSync } from 'node:fs'
import { Button, MantineProvider, Menu } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DiscardDialog } from '#client/components/dialogs/discard-dialog.tsx'
import { NoticeDialog } from '#client/components/dialogs/notice-dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'

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
  'form that loads': ({ onClose }) => (
    <EditDialog title="Sample" query={LOADING} onClose={onClose}>
      {() => 'Loaded'}
    </EditDialog>
  ),
}

function Screen({ dialog: Dialog, inMenu }: { dialog: (props: Close) => ReactNode; inMenu: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <MantineProvider env="test">
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
  test(`a ${name} gives focus back to its button, or to that of its menu`, async () => {
    const user = userEvent.setup()
    for (const inMenu of [false, true]) {
      render(<Screen dialog={dialog} inMenu={inMenu} />)
      const button = screen.getByRole('button', { name: inMenu ? 'Actions' : 'Open' })
      button.focus()
      await user.keyboard('{Enter}')
      if (inMenu) await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
      await screen.findByRole(name === 'question' ? 'alertdialog' : 'dialog')
      await user.keyboard('{Escape}')
      await expect.poll(() => document.activeElement).toBe(button)
      cleanup()
    }
  })
}

test('each dialog that is mounted open gives focus back', () => {
  const files = globSync('client/**/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const mountedOpen = files.filter(({ text }) => /<(Modal|Drawer)\b[^>]*\sopened[\s>]/.test(text))
  expect(mountedOpen.length).toBeGreaterThan(5)
  expect(mountedOpen.filter(({ text }) => !text.includes('useTopLayer(')).map(({ path }) => path)).toEqual([])
})
