import { Menu } from '@mantine/core'
import { IconBell, IconDownload, IconEye, IconSend } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { invoiceName } from '../invoice/invoice-labels.ts'
import { isRemindable, useRemind } from '../invoice/use-remind.ts'

const ICON = 16

const isSendable = ({ manageable, client_id, status }: InvoiceDto) =>
  manageable && client_id !== null && status !== 'void'

/** The issuer's actions from the list. */
export function InvoiceMenu({ invoice }: { invoice: InvoiceDto }) {
  const [, setState] = usePaymentsSearch()
  const { remind, busy } = useRemind()
  return (
    <ActionMenu label={invoiceName(invoice)}>
      <Menu.Item
        leftSection={<IconEye size={ICON} aria-hidden />}
        onClick={() => setState({ invoice: invoice.id }, 'push')}
      >
        View Details
      </Menu.Item>
      {isSendable(invoice) && (
        <Menu.Item
          leftSection={<IconSend size={ICON} aria-hidden />}
          onClick={() => setState({ send: invoice.id }, 'push')}
        >
          {invoice.status === 'draft' || invoice.kind === 'credit_note' ? 'Send' : 'Send again'}
        </Menu.Item>
      )}
      {isRemindable(invoice) && (
        <Menu.Item
          leftSection={<IconBell size={ICON} aria-hidden />}
          disabled={busy}
          onClick={() => remind(invoice.id)}
        >
          Remind now
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconDownload size={ICON} aria-hidden />}
        component="a"
        href={`/documents/invoices/${invoice.id}.pdf`}
        download
      >
        Download PDF
      </Menu.Item>
    </ActionMenu>
  )
}
