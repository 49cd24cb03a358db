import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { BILL_FILES_ADDRESS, type BillFileDto } from '#shared/money/bills.ts'
import { formatSize } from '../../work/files/upload.ts'
import { UploadField } from '../../work/files/upload-field.tsx'

interface BillFileFieldProps {
  payoutId: string
  onChange: (id: string | null) => void
}

/** Uploads the bill's file immediately; recording the bill attaches it. */
export function BillFileField({ payoutId, onChange }: BillFileFieldProps) {
  const [file, setFile] = useState<BillFileDto | null>(null)

  function set(next: BillFileDto | null) {
    setFile(next)
    onChange(next?.id ?? null)
  }

  if (file !== null) {
    return (
      <div>
        <Text size="sm" fw={500}>
          File
        </Text>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>{`${file.name} (${formatSize(file.size)})`}</Text>
          <Button size="xs" variant="default" flex="none" onClick={() => set(null)}>
            Remove file
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <UploadField<BillFileDto>
      label="File"
      placeholder="Choose a PDF or an image"
      accept="application/pdf,image/*"
      address={`${BILL_FILES_ADDRESS}?payout_id=${payoutId}`}
      notAdded="File not added"
      onUploaded={set}
    />
  )
}
