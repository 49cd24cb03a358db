import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useViewing } from '#client/lib/session/session.ts'
import { READ_ONLY } from '../states/read-only.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmModalProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, in one sentence. */
  message: ReactNode
  /** The button's text, for example "Delete task". */
  confirmLabel: string
  destructive?: boolean
  /** The dialog closes when it settles, and can't be closed before. Errors show their own toast. */
  onConfirm: () => Promise<unknown> | unknown
}

export function ConfirmModal(props: ConfirmModalProps) {
  const [busy, setBusy] = useState(false)
  const viewing = useViewing()
  const confirm = async () => {
    setBusy(true)
    try {
      await props.onConfirm()
    } catch {
      // The mutation's own onError has already shown the error.
    } finally {
      setBusy(false)
      props.onClose()
    }
  }
  return (
    <Dialog
      title={props.title}
      opened={props.opened}
      onClose={() => busy || props.onClose()}
      size="sm"
      // The root element stays mounted while closed.
      role={props.opened ? 'alertdialog' : undefined}
      aria-label={props.opened ? props.title : undefined}
    >
      <Text component="div">{props.message}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={props.onClose} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button
          color={props.destructive ? 'red.8' : undefined}
          loading={busy}
          disabled={viewing}
          title={viewing ? READ_ONLY : undefined}
          onClick={() => void confirm()}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
