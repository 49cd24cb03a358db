import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Abandoned, errorData, serverMessage } from '#client/lib/calls/errors.ts'

interface Question {
  message: string
  answer: (agreed: boolean) => void
}

/**
 * Asks for confirmation before completing a blocked task. `attempt` repeats the call with the confirmation if
 * the user agrees and throws `Abandoned` otherwise. The dialog must be rendered.
 */
export function useBlockedConfirmation() {
  const [question, setQuestion] = useState<Question | null>(null)

  async function attempt<Result>(call: (confirm: boolean) => Promise<Result>): Promise<Result> {
    try {
      return await call(false)
    } catch (error) {
      if (errorData(error).reason !== 'blocked') throw error
      const message = serverMessage(error) ?? 'This task is blocked by other tasks. Complete it anyway?'
      const agreed = await new Promise<boolean>((answer) => setQuestion({ message, answer }))
      setQuestion(null)
      if (!agreed) throw new Abandoned()
      return call(true)
    }
  }

  const dialog = (
    <ConfirmDialog
      title="Task is blocked"
      message={question?.message}
      confirmLabel="Complete anyway"
      opened={question !== null}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  )
  return { attempt, dialog }
}
