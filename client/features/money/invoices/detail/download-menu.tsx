import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { E_INVOICE_FORMAT_NAMES, E_INVOICE_FORMATS } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { eInvoicePath } from '#shared/money/invoices/e-invoices.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'

/** The document as a PDF and, once an agency has sent it, as an e-invoice. */
export function DownloadMenu({ invoice }: { invoice: InvoiceDto }) {
  const isSent = invoice.number !== null && invoice.issuer === 'agency'
  return (
    <Group gap={0} wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        component="a"
        href={`/documents/invoices/${invoice.id}.pdf`}
        download
      >
        Download PDF
      </Button>
      {isSent && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              ml={4}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              E-invoice
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {E_INVOICE_FORMATS.map((format) => (
              <Menu.Item key={format} component="a" href={eInvoicePath(invoice.id, format)}>
                {E_INVOICE_FORMAT_NAMES[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
