import type { ComponentProps } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { DiscardDialog } from '../dialogs/discard-dialog.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'

interface InputDialogProps extends Omit<ComponentProps<typeof Dialog>, 'closeOnClickOutside'> {
  /** Whether something was typed or chosen. */
  isUnsaved: boolean
}

/** A dialog with input that isn't one form; like `FormDialog`, it asks before discarding it. */
export function InputDialog({ isUnsaved, onClose, children, ...props }: InputDialogProps) {
  const question = useLeaveQuestion(props.opened, () => isUnsaved, onClose)
  return (
    <Dialog {...props} onClose={() => (isUnsaved ? question.ask() : onClose())} closeOnClickOutside={false}>
      {children}
      {question.leaving && (
        <DiscardDialog
          message="What you entered hasn’t been saved."
          onClose={question.stay}
          onDiscard={question.leave}
        />
      )}
    </Dialog>
  )
}
