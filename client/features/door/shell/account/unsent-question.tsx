import { useState } from 'react'
import { ConfirmModal } from '#client/components/dialogs/confirm-modal.tsx'
import { useStore } from '#client/lib/store.ts'
import { formatCount } from '#shared/base/format.ts'
import { unsentQuestion } from './use-sign-out.ts'

/** Asks before logging out discards messages that couldn't be sent, or edits that couldn't be saved. */
export function UnsentQuestion({ opened }: { opened: boolean }) {
  const question = useStore(unsentQuestion)
  // The text stays while the dialog closes.
  const [last, setLast] = useState(question)
  if (question !== null && question !== last) setLast(question)
  const { unsent, unsaved } = last ?? { unsent: 0, unsaved: 0 }
  const kinds = [unsaved > 0 && 'unsaved changes', unsent > 0 && 'unsent messages']
  const facts = [
    unsaved > 0 && `Changes to ${formatCount(unsaved, 'item')} haven’t been saved.`,
    unsent > 0 && `${formatCount(unsent, 'message')} ${unsent === 1 ? 'hasn’t' : 'haven’t'} been sent.`,
    `Logging out discards ${unsent === 1 && unsaved === 0 ? 'it' : 'them'}.`,
  ]
  return (
    <ConfirmModal
      opened={opened}
      onClose={() => question?.answer(false)}
      title={`Discard ${kinds.filter(Boolean).join(' and ')}?`}
      message={facts.filter(Boolean).join(' ')}
      confirmLabel="Log out"
      destructive
      onConfirm={() => question?.answer(true)}
    />
  )
}
