import { ActionIcon, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { STEP_ROLES, type StepRole } from '#shared/work/processes.ts'
import classes from './processes.module.css'
import { STEP_ROLE_LABELS } from './step-labels.ts'

export interface StepValues {
  title: string
  description: string
  role: StepRole
  due_offset_days: number
}

export const newStep = (due_offset_days = 0): StepValues => ({
  title: '',
  description: '',
  role: 'employee',
  due_offset_days,
})

const ROLE_OPTIONS = STEP_ROLES.map((value) => ({ value, label: STEP_ROLE_LABELS[value] }))

interface StepFieldsProps {
  steps: StepValues[]
  errors: Record<string, ReactNode>
  onChange: (steps: StepValues[]) => void
}

/** The ordered steps of a process: add, edit, reorder, remove. */
export function StepFields({ steps, errors, onChange }: StepFieldsProps) {
  const change = (index: number, changes: Partial<StepValues>) =>
    onChange(steps.map((step, position) => (position === index ? { ...step, ...changes } : step)))
  const rows = useRowRemoval<HTMLFieldSetElement>()
  const remove = (index: number) => onChange(steps.filter((_, position) => position !== index))
  const move = (index: number, to: number) => onChange(swapped(steps, index, to))
  return (
    <fieldset className={classes.fieldset} {...rows}>
      <legend className={classes.legend}>Steps</legend>
      {errors.steps !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errors.steps}
        </Text>
      )}
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity before it is saved
          <li key={index} className={classes.step}>
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                aria-label={`Step ${index + 1}`}
                placeholder="Describe the step"
                className={classes.grow}
                value={step.title}
                error={errors[`steps.${index}.title`]}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={`Move step ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move step ${index + 1} down`}
                disabled={index === steps.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Remove step ${index + 1}`}
                data-remove
                disabled={steps.length === 1}
                onClick={() => remove(index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <Group gap="xs" grow align="flex-start">
              <Select
                aria-label={`Role for step ${index + 1}`}
                data={ROLE_OPTIONS}
                value={step.role}
                onChange={(role) => change(index, { role: (role as StepRole | null) ?? 'employee' })}
              />
              <NumberField
                aria-label={`Days until step ${index + 1} is due`}
                max={3650}
                suffix={step.due_offset_days === 1 ? 'day' : 'days'}
                value={step.due_offset_days}
                error={errors[`steps.${index}.due_offset_days`]}
                onChange={(days) => change(index, { due_offset_days: days ?? 0 })}
              />
            </Group>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        data-add
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...steps, newStep(steps.at(-1)?.due_offset_days)])}
      >
        Add step
      </Button>
    </fieldset>
  )
}

function swapped(steps: StepValues[], from: number, to: number): StepValues[] {
  const next = [...steps]
  const [moved, displaced] = [next[from], next[to]]
  if (moved === undefined || displaced === undefined) return steps
  next[from] = displaced
  next[to] = moved
  return next
}
