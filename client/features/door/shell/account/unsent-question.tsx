import { ConfirmModal } from '#client/components/dialogs/confirm-modal.tsx'
import { useStore } from '#client/lib/store.ts'
import { formatCount } from '#shared/base/format.ts'
import { unsentQuestion } from './use-sign-out.ts'

/** Asks before logging out discards messages that couldn't be sent. */
export function UnsentQuestion({ opened }: { opened: boolean }) {
  const question = useStore(unsentQuestion)
  const unsent = question?.unsent ?? 0
  const [verb, them] = unsent === 1 ? ['hasn’t', 'it'] : ['haven’t', 'them']
  return (
    <ConfirmModal
      opened={opened}
      onClose={() => question?.answer(false)}
      title="Discard unsent messages?"
      message={`${formatCount(unsent, 'message')} ${verb} been sent. Logging out discards ${them}.`}
      confirmLabel="Log out"
      destructive
      onConfirm={() => question?.answer(true)}
    />
  )
}
