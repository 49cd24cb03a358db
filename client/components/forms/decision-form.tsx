import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useViewing } from '#client/lib/session/session.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { tooLong } from '#shared/base/text/length.ts'

interface Choice {
  label: string
  disabled?: boolean
  /** Rejects if it wasn't saved, which has already been shown. */
  onClick: (note: string) => Promise<unknown>
}

interface DecisionFormProps {
  label: string
  description: string
  /** What is decided; the note is a draft of it until then. */
  place: string
  limit: number
  pending: boolean
  no: Choice
  yes: Choice
}

/** Approve-or-reject form with an optional note. */
export function DecisionForm({ label, description, place, limit, pending, no, yes }: DecisionFormProps) {
  const [note, setNote] = useDraft(place)
  const excess = tooLong(note, limit)
  const decide = (choice: Choice) =>
    void choice.onClick(note).then(
      () => setNote(''),
      () => undefined,
    )
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
          onClick={() => decide(no)}
        >
          {no.label}
        </Button>
        <Button disabled={pending || excess !== null || yes.disabled} onClick={() => decide(yes)}>
          {yes.label}
        </Button>
      </Group>
    </Stack>
  )
}
