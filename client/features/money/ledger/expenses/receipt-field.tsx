import { Anchor, Button, FileInput, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { savingFile } from '#client/lib/loading/save-file.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { RECEIPTS_ADDRESS, type ReceiptDto, receiptAddress } from '#shared/money/ledger/finance.ts'
import { formatSize, sendFile, sizeProblem } from '../../../work/files/upload.ts'

interface ReceiptFieldProps {
  /** The receipt saved with the expense. */
  saved: ReceiptDto | null
  value: string | null
  onChange: (id: string | null) => void
}

/** Uploads the receipt immediately; saving the form attaches it. */
export function ReceiptField({ saved, value, onChange }: ReceiptFieldProps) {
  const [uploaded, setUploaded] = useState<ReceiptDto | null>(null)
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(file: File | null) {
    if (file === null) return
    const problem = sizeProblem(file)
    if (problem !== null) return toastDestructive({ title: 'Receipt not added', message: problem })
    setProgress(0)
    try {
      const receipt = await sendFile<ReceiptDto>(file, RECEIPTS_ADDRESS, setProgress)
      setUploaded(receipt)
      onChange(receipt.id)
    } catch (error) {
      const message = error instanceof Error ? error.message : "Couldn't upload the file."
      toastDestructive({ title: 'Receipt not added', message })
    } finally {
      setProgress(null)
    }
  }

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
    <FileInput
      label="Receipt"
      placeholder={progress === null ? 'Choose a file' : `Uploading, ${progress}%`}
      disabled={progress !== null}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={null}
      onChange={(file) => void upload(file)}
    />
  )
}
