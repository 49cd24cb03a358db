import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { parseQuickTask } from '#shared/work/quick-tasks.ts'
import { dayLabel } from './quick-task-row.tsx'
import { quickTaskSearch } from './quick-task-search.ts'
import classes from './quick-tasks.module.css'

const HINT = 'End with a date such as "tomorrow", "friday", "in 3 days" or "12 Mar" to set the due date.'

/** One-line input with a preview of the due date parsed from its last words. */
export function AddLine() {
  const [, setSearch] = useSearchState(quickTaskSearch)
  const day = today(useZone())
  const phone = usePhone()
  const withDetails = () => setSearch({ new: true }, 'push')
  const add = trpc.quickTasks.add.useMutation()
  const form = useAppForm({
    schema: () => import('#shared/work/schemas/quick-tasks.ts').then((rules) => rules.quickTaskAddInput),
    initialValues: { text: '' },
    onSubmit: (values) => add.mutateAsync(values),
    fallback: 'Failed to add the task',
  })
  const { title, due_date } = parseQuickTask(form.fields.getValues().text, day)
  return (
    <AppForm form={form} className={classes.add}>
      <TextInput
        className={classes.line}
        aria-label="What needs to be done?"
        placeholder="What needs to be done?"
        description={due_date === null ? HINT : `"${title}" is due ${dayLabel(due_date, day)}`}
        descriptionProps={{ 'aria-live': 'polite' }}
        inputWrapperOrder={['input', 'error', 'description']}
        {...form.fields.getInputProps('text')}
        readOnly={form.submitting}
      />
      <SubmitButton busy="Adding...">Add Task</SubmitButton>
      {phone ? (
        <ActionIcon variant="default" aria-label="Add with details" onClick={withDetails}>
          <IconListDetails size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" onClick={withDetails}>
          Add with details
        </Button>
      )}
    </AppForm>
  )
}
