import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { EditScope } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

interface RemoveDialogProps {
  event: EventDto
  onClose: () => void
  onRemoved: () => void
}

/** Asks which occurrences of a repeating event to cancel. */
export function RemoveDialog({ event, onClose, onRemoved }: RemoveDialogProps) {
  const [scope, setScope] = useState<EditScope>(event.recurrence === null ? 'all' : 'this')
  const remove = trpc.schedule.cancel.useMutation({
    onSuccess: () => {
      toast({ title: 'Event canceled' })
      onRemoved()
    },
    onError: errorToast('Failed to cancel the event'),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete event"
      message={
        event.recurrence === null ? (
          `"${event.title}" will be removed from everyone’s schedule.`
        ) : (
          <Radio.Group
            label={`"${event.title}" repeats. Which events should be removed?`}
            value={scope}
            onChange={(value) => setScope(value as EditScope)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="this" label={<Text>This event</Text>} />
              <Radio value="following" label={<Text>This and following events</Text>} />
              <Radio value="all" label={<Text>All events</Text>} />
            </Stack>
          </Radio.Group>
        )
      }
      confirmLabel="Delete event"
      destructive
      onConfirm={() =>
        remove.mutateAsync({
          id: event.id,
          occurrence_start: event.occurrence_start,
          version: event.version,
          scope,
        })
      }
    />
  )
}
