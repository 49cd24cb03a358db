import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { PHONE } from '#client/lib/breakpoints.ts'
import { AppForm, type AppFormState, SubmitButton } from './app-form.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { ConflictNotice } from './form-conflict.tsx'
import { useTopLayer } from './use-top-layer.ts'

interface FormDialogProps {
  title: string
  opened: boolean
  onClose: () => void
  form: Pick<AppFormState<Record<string, unknown>>, 'submitting' | 'submit' | 'conflict'> & {
    fields?: { isDirty: () => boolean }
  }
  submitLabel: string
  /** Instead of “Saving...”. */
  busyLabel?: string
  /** A second way to submit the form. */
  also?: { label: string; onClick: () => void }
  size?: 'md' | 'lg' | 'xl' | '60rem'
  /** The action can't easily be undone. */
  destructive?: boolean
  children: ReactNode
}

/**
 * A dialog with one form; full screen on phones. It can't be closed while saving, and Escape and the cross ask
 * before they discard what was typed.
 */
export function FormDialog({ title, opened, onClose, form, submitLabel, ...props }: FormDialogProps) {
  const phone = useMediaQuery(PHONE)
  const top = useTopLayer(opened)
  const [leaving, setLeaving] = useState(false)
  const also = props.also
  const close = () => {
    if (!form.submitting) onClose()
  }
  return (
    <Modal
      title={title}
      opened={opened}
      onClose={() => (form.fields?.isDirty() ? setLeaving(true) : close())}
      size={props.size ?? 'md'}
      fullScreen={phone}
      closeOnClickOutside={false}
      closeOnEscape={top}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AppForm
        form={form}
        onKeyDown={(event) => {
          // In a text of several lines Enter alone is a new line.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void form.submit()
        }}
      >
        <Stack gap="sm">
          {props.children}
          <ConflictNotice conflict={form.conflict ?? null} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close} disabled={form.submitting}>
              Cancel
            </Button>
            {also !== undefined && (
              <Button variant="default" onClick={also.onClick} disabled={form.submitting}>
                {also.label}
              </Button>
            )}
            <SubmitButton
              color={props.destructive ? 'red.8' : undefined}
              {...(props.busyLabel !== undefined && { busy: props.busyLabel })}
            >
              {submitLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </AppForm>
      {leaving && (
        <DiscardDialog
          message="What you entered hasn't been saved."
          onClose={() => setLeaving(false)}
          onDiscard={close}
        />
      )}
    </Modal>
  )
}
