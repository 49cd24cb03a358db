import { Input, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type Access, AREAS, type Area, type Scope } from '#shared/token-scopes.ts'
import classes from '../section/settings.module.css'

type Choice = Access | 'none'

const CHOICES: { value: Choice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write' },
]

interface ScopePickerProps {
  areas: readonly Area[]
  value: readonly Scope[]
  onChange: (scopes: Scope[]) => void
  error?: ReactNode
}

/** What a token may do, area by area. */
export function ScopePicker({ areas, value, onChange, error }: ScopePickerProps) {
  const choiceOf = (area: Area): Choice => {
    if (value.includes(`${area}:write`)) return 'write'
    return value.includes(`${area}:read`) ? 'read' : 'none'
  }
  const choose = (chosen: readonly Area[], choice: Choice) => {
    const others = areas.filter((area) => !chosen.includes(area))
    const kept = value.filter((scope) => others.some((area) => scope.startsWith(`${area}:`)))
    onChange([...kept, ...(choice === 'none' ? [] : chosen.map((area): Scope => `${area}:${choice}`))])
  }
  const choices = new Set(areas.map(choiceOf))
  const [common] = choices.size === 1 ? choices : [null]
  return (
    <Input.Wrapper
      label="Access"
      description="Write includes read. A token never does more than you may do yourself."
      labelElement="div"
      required
      error={error}
    >
      <ul className={classes.rows}>
        <AreaRow label="All areas" choice={common ?? null} onChoose={(choice) => choose(areas, choice)} />
        {areas.map((area) => (
          <AreaRow
            key={area}
            label={AREAS[area]}
            choice={choiceOf(area)}
            onChoose={(choice) => choose([area], choice)}
          />
        ))}
      </ul>
    </Input.Wrapper>
  )
}

interface AreaRowProps {
  label: string
  /** Null where areas differ. */
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

function AreaRow({ label, choice, onChoose }: AreaRowProps) {
  const id = useId()
  return (
    <li className={classes.area}>
      <Text size="sm" id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        data={CHOICES}
        value={choice ?? ''}
        onChange={(value) => onChoose(value as Choice)}
      />
    </li>
  )
}
