import { Button, TextInput } from '@mantine/core'
import { AppForm, SubmitButton, useAppForm } from '#client/components/app-form.tsx'
import { today } from '#client/lib/dates.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { parseQuickTask } from '#shared/quick-tasks.ts'
import { dayLabel } from './quick-task-row.tsx'
import { quickTaskSearch } from './quick-task-search.ts'
import classes from './quick-tasks.module.css'

const HINT = 'End with a date such as "tomorrow", "friday", "in 3 days" or "12 Mar" to set the due date.'

/** One-line input with a preview of the due date parsed from its last words. */
export function AddLine() {
  const [, setSearch] = useSearchState(quickTaskSearch)
  const day = today(useZone())
  const add = trpc.quickTasks.add.useMutation()
  const form = useAppForm({
    schema: () => import('#shared/quick-tasks.ts').then((rules) => rules.quickTaskAddInput),
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
        maxLength={300}
        {...form.fields.getInputProps('text')}
      />
      <SubmitButton busy="Adding...">Add Task</SubmitButton>
      <Button variant="default" onClick={() => setSearch({ new: true }, 'push')}>
        Add with details
      </Button>
    </AppForm>
  )
}
