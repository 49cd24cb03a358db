import { Text } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { timerStartInput } from '#shared/work-log.ts'
import { WorkFields, workOf } from './work-fields.tsx'

/** Starts the timer; all fields are optional and can be filled in later. */
export function TimerDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const { data: current } = trpc.workLog.timer.useQuery()
  const start = trpc.workLog.start.useMutation()
  const form = useAppForm({
    schema: timerStartInput,
    initialValues: workOf(null),
    onSubmit: async (work) => {
      utils.workLog.timer.setData(undefined, await start.mutateAsync(work))
      onClose()
    },
    fallback: 'Failed to start the timer',
  })
  return (
    <FormDialog title="Start Timer" opened onClose={onClose} form={form} submitLabel="Start Timer">
      {current != null && (
        <Text c="dimmed" size="sm">
          Your timer{current.entry.project === null ? '' : ` on ${current.entry.project.name}`} will be
          stopped.
        </Text>
      )}
      <WorkFields fields={form.fields} entry={null} />
    </FormDialog>
  )
}
