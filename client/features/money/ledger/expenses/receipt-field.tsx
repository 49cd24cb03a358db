import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { savingFile } from '#client/lib/loading/save-file.ts'
import { RECEIPTS_ADDRESS, type ReceiptDto, receiptAddress } from '#shared/money/ledger/finance.ts'
import { formatSize } from '../../../work/files/upload.ts'
import { UploadField } from '../../../work/files/upload-field.tsx'

interface ReceiptFieldProps {
  /** The receipt saved with the expense. */
  saved: ReceiptDto | null
  value: string | null
  onChange: (id: string | null) => void
}

/** Uploads the receipt immediately; saving the form attaches it. */
export function ReceiptField({ saved, value, onChange }: ReceiptFieldProps) {
  const [uploaded, setUploaded] = useState<ReceiptDto | null>(null)

  if (value !== null) {
    const receipt = [uploaded, saved].find((known) => known?.id === value)
    return (
      <div>
        <Text size="sm" fw={500}>
          Receipt
        </Text>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor
            href={receiptAddress(value)}
            size="sm"
            download
            truncate
            onClick={savingFile(receiptAddress(value), receipt?.name ?? 'receipt')}
          >
            {receipt ? `${receipt.name} (${formatSize(receipt.size)})` : 'Download receipt'}
          </Anchor>
          <Button size="xs" variant="default" flex="none" onClick={() => onChange(null)}>
            Remove receipt
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <UploadField<ReceiptDto>
      label="Receipt"
      placeholder="Choose a file"
      address={RECEIPTS_ADDRESS}
      notAdded="Receipt not added"
      onUploaded={(receipt) => {
        setUploaded(receipt)
        onChange(receipt.id)
      }}
    />
  )
}
