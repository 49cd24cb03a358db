import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { Abandoned, errorData, serverMessage } from '#client/lib/errors.ts'

interface Question {
  message: string
  answer: (agreed: boolean) => void
}

/**
 * Asks before a task is finished that waits for others. `attempt` repeats the call with the confirmation
 * when the person agrees, and throws `Abandoned` when not. The dialog must be rendered.
 */
export function useBlockedConfirmation() {
  const [question, setQuestion] = useState<Question | null>(null)

  async function attempt<Result>(call: (confirm: boolean) => Promise<Result>): Promise<Result> {
    try {
      return await call(false)
    } catch (error) {
      if (errorData(error).reason !== 'blocked') throw error
      const message = serverMessage(error) ?? 'This task waits for others. Complete anyway?'
      const agreed = await new Promise<boolean>((answer) => setQuestion({ message, answer }))
      setQuestion(null)
      if (!agreed) throw new Abandoned()
      return call(true)
    }
  }

  const dialog = (
    <ConfirmDialog
      title="Waiting for other tasks"
      message={question?.message}
      confirmLabel="Complete anyway"
      opened={question !== null}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  )
  return { attempt, dialog }
}
