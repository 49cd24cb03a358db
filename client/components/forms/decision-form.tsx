import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useViewing } from '#client/lib/session/session.ts'

interface Choice {
  label: string
  disabled?: boolean
  onClick: (note: string) => void
}

interface DecisionFormProps {
  label: string
  description: string
  maxLength: number
  pending: boolean
  no: Choice
  yes: Choice
}

/** Approve-or-reject form with an optional note. */
export function DecisionForm({ label, description, maxLength, pending, no, yes }: DecisionFormProps) {
  const [note, setNote] = useState('')
  if (useViewing()) return null
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={description}
        minRows={2}
        maxLength={maxLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={pending || no.disabled} onClick={() => no.onClick(note)}>
          {no.label}
        </Button>
        <Button disabled={pending || yes.disabled} onClick={() => yes.onClick(note)}>
          {yes.label}
        </Button>
      </Group>
    </Stack>
  )
}
