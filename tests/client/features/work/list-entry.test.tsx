import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { AppForm } from '#client/components/forms/app-form.tsx'
import { hasUnfinishedEntry } from '#client/components/forms/refused-fields.ts'
import { emptyContent, emptyLine } from '#client/features/money/invoices/form/invoice-values.ts'
import { LineFields } from '#client/features/money/invoices/form/line-fields.tsx'
import { newStep, StepFields } from '#client/features/work/processes/step-fields.tsx'
import { SubtasksField } from '#client/features/work/tasks/form/subtasks-field.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'

const NO_TAX = { tax_rate_id: null, tax_bps: 0 }
const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

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

function Steps() {
  const [steps, setSteps] = useState([newStep(), newStep()])
  return <StepFields steps={steps} errors={{}} onChange={setSteps} />
}

function Texts() {
  const [texts, setTexts] = useState(['First', 'Second', 'Third'])
  return <TextListField label="Requirements" value={texts} onChange={setTexts} />
}

function Subtasks() {
  const titles = ['First', 'Second']
  const [subtasks, setSubtasks] = useState(titles.map((title) => ({ title, completed: false })))
  return <SubtasksField value={subtasks} onChange={setSubtasks} />
}

/** Saves removals like a screen whose list is loaded again, with all buttons disabled until then. */
function Saved() {
  const [names, setNames] = useState(['First', 'Second'])
  const [saving, setSaving] = useState<string | null>(null)
  const rows = useRowRemoval<HTMLDivElement>()
  return (
    <div {...rows} data-testid="list">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          data-remove
          disabled={saving !== null}
          onClick={() => setSaving(name)}
        >
          {`Remove ${name}`}
        </button>
      ))}
      <button type="button" onClick={() => setNames(names.filter((name) => name !== saving))}>
        Answer
      </button>
      <button type="button" onClick={() => setSaving(null)}>
        Enable
      </button>
    </div>
  )
}

test('the focus moves once a removal is saved, to the list itself if no row is left', () => {
  render(<Saved />)
  const remove = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    for (const step of ['Answer', 'Enable']) fireEvent.click(screen.getByText(step))
  }
  remove('Remove First')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Second' }))
  remove('Remove Second')
  expect(document.activeElement).toBe(screen.getByTestId('list'))
})

function Lines() {
  const content = emptyContent({ currency: 'USD', tax: NO_TAX })
  const fields = useForm({ initialValues: { ...content, items: [emptyLine(NO_TAX), emptyLine(NO_TAX)] } })
  return <LineFields fields={fields} rates={[]} defaultTax={NO_TAX} />
}

test.each<[string, ComponentType, [removed: string, focused: string][]]>([
  ['steps', Steps, [['Remove step 2', 'Add step']]],
  ['lines', Lines, [['Remove line 2', 'Add line']]],
  [
    'texts',
    Texts,
    [
      ['Remove Second', 'Remove Third'],
      ['Remove Third', 'Remove First'],
      ['Remove First', 'Add to Requirements'],
    ],
  ],
  [
    'subtasks',
    Subtasks,
    [
      ['Remove Second', 'Remove First'],
      ['Remove First', 'Add subtask'],
    ],
  ],
])('the focus stays in the list when its %s are removed', (_, List, removals) => {
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <List />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
  for (const [removed, focused] of removals) {
    const button = screen.getByRole('button', { name: removed })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: focused }))
  }
})
