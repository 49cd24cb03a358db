import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { formatCount } from '#shared/base/format.ts'
import type { RecurringInvoiceDto } from '#shared/money/invoices/invoices.ts'

interface ResumeDialogProps {
  plan: RecurringInvoiceDto
  opened: boolean
  onClose: () => void
  onChoose: (missed: 'skip' | 'write') => void
}

/** Asks what to do about the invoices missed during the pause. */
export function ResumeDialog({ plan, opened, onClose, onChoose }: ResumeDialogProps) {
  const count = formatCount(plan.missed, 'invoice was', 'invoices were')
  const sent = plan.send_automatically ? 'created and sent' : 'created as drafts'
  return (
    <Dialog title="Resume recurring invoice" opened={opened} onClose={onClose} size="md">
      <Text>
        {count} due for {plan.clientName} while “{plan.title}” was paused. Skip them, or have them {sent} now?
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => onChoose('write')}>
          Create missed invoices
        </Button>
        <Button data-autofocus onClick={() => onChoose('skip')}>
          Skip them
        </Button>
      </Group>
    </Dialog>
  )
}
