import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { AppForm } from '#client/components/forms/app-form.tsx'
import { hasUnfinishedEntry } from '#client/components/forms/refused-fields.ts'
import { SubtasksField } from '#client/features/work/tasks/form/subtasks-field.tsx'

afterEach(cleanup)

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

function ProjectForm({ onSubmit }: { onSubmit: (lines: string[]) => void }) {
  const fields = useForm({ initialValues: { requirements: ['First'] } })
  const submit = async () => onSubmit(fields.getValues().requirements)
  return (
    <MantineProvider env="test">
      <AppForm form={{ submitting: false, submit }}>
        <TextListField label="Requirements" limit={10} {...fields.getInputProps('requirements')} />
        <button type="submit">Save</button>
      </AppForm>
    </MantineProvider>
  )
}

test('an entry that is typed but not added counts as unsaved and is submitted', () => {
  const submitted: string[][] = []
  const { container } = render(<ProjectForm onSubmit={(lines) => submitted.push(lines)} />)
  const form = container.querySelector('form')
  expect(hasUnfinishedEntry(form)).toBe(false)
  type('Requirements', ' Second ')
  expect(hasUnfinishedEntry(form)).toBe(true)
  fireEvent.click(screen.getByText('Save'))
  expect(submitted).toEqual([['First', 'Second']])
  expect(hasUnfinishedEntry(form)).toBe(false)
  type('Requirements', 'More than ten letters')
  fireEvent.click(screen.getByText('Save'))
  expect(submitted).toHaveLength(1)
})

function TaskPage({ onSave }: { onSave: (titles: string[]) => void }) {
  const [subtasks, setSubtasks] = useState<{ title: string; completed: boolean }[]>([])
  const save = (next: typeof subtasks) => {
    setSubtasks(next)
    onSave(next.map(({ title }) => title))
  }
  return (
    <MantineProvider env="test">
      <SubtasksField value={subtasks} onChange={save} onBlur={() => {}} />
    </MantineProvider>
  )
}

test('without a form, an entry is added when its field is left', () => {
  let saved: string[] = []
  render(<TaskPage onSave={(titles) => (saved = titles)} />)
  type('Subtasks', 'Call the printer')
  fireEvent.blur(screen.getByLabelText('Subtasks'))
  expect(saved).toEqual(['Call the printer'])
})
