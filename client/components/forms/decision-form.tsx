import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useViewing } from '#client/lib/session/session.ts'
import { tooLong } from '#shared/base/errors.ts'

interface Choice {
  label: string
  disabled?: boolean
  onClick: (note: string) => void
}

interface DecisionFormProps {
  label: string
  description: string
  limit: number
  pending: boolean
  no: Choice
  yes: Choice
}

/** Approve-or-reject form with an optional note. */
export function DecisionForm({ label, description, limit, pending, no, yes }: DecisionFormProps) {
  const [note, setNote] = useState('')
  const excess = tooLong(note, limit)
  if (useViewing()) return null
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={description}
        minRows={2}
        error={excess}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          disabled={pending || excess !== null || no.disabled}
          onClick={() => no.onClick(note)}
        >
          {no.label}
        </Button>
        <Button disabled={pending || excess !== null || yes.disabled} onClick={() => yes.onClick(note)}>
          {yes.label}
        </Button>
      </Group>
    </Stack>
  )
}
