import { Input, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { AREAS, type Area, isWritable, type Scope } from '#shared/identity/token-scopes.ts'
import classes from '../section/settings.module.css'
import { type Choice, choiceOf, commonChoice, offered } from './scope-words.ts'

const READING: { value: Choice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
]
const WRITING: typeof READING = [...READING, { value: 'write', label: 'Write' }]

interface ScopePickerProps {
  areas: readonly Area[]
  value: readonly Scope[]
  onChange: (scopes: Scope[]) => void
  error?: ReactNode
}

/** A token's scopes, by area. */
export function ScopePicker({ areas, value, onChange, error }: ScopePickerProps) {
  const choose = (chosen: readonly Area[], wanted: Choice) => {
    const scopes = areas.flatMap((area): Scope[] => {
      const choice = chosen.includes(area) ? offered(area, wanted) : choiceOf(value, area)
      return choice === 'none' ? [] : [`${area}:${choice}`]
    })
    onChange(scopes)
  }
  return (
    <Input.Wrapper
      label="Access"
      description="Write includes read. A token can never do more than you can."
      labelElement="div"
      required
      error={error}
    >
      <ul className={classes.areas}>
        <AreaRow
          label="All areas"
          choices={WRITING}
          choice={commonChoice(value, areas)}
          onChoose={(choice) => choose(areas, choice)}
        />
        {areas.map((area) => (
          <AreaRow
            key={area}
            label={AREAS[area]}
            choices={isWritable(area) ? WRITING : READING}
            choice={choiceOf(value, area)}
            onChoose={(choice) => choose([area], choice)}
          />
        ))}
      </ul>
    </Input.Wrapper>
  )
}

interface AreaRowProps {
  label: string
  choices: typeof READING
  /** Null if areas differ. */
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

function AreaRow({ label, choices, choice, onChoose }: AreaRowProps) {
  const id = useId()
  return (
    <li className={classes.area}>
      <Text size="sm" id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        data={choices}
        value={choice ?? ''}
        onChange={(value) => onChoose(value as Choice)}
      />
    </li>
  )
}
