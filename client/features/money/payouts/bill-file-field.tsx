import { Button, FileInput, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { BILL_FILES_ADDRESS, type BillFileDto } from '#shared/money/bills.ts'
import { formatSize, sendFile, sizeProblem } from '../../work/files/upload.ts'

interface BillFileFieldProps {
  payoutId: string
  onChange: (id: string | null) => void
}

const NOT_ADDED = 'File not added'

/** Uploads the bill's file immediately; recording the bill attaches it. */
export function BillFileField({ payoutId, onChange }: BillFileFieldProps) {
  const [file, setFile] = useState<BillFileDto | null>(null)
  const [progress, setProgress] = useState<number | null>(null)

  function set(next: BillFileDto | null) {
    setFile(next)
    onChange(next?.id ?? null)
  }

  async function upload(chosen: File | null) {
    if (chosen === null) return
    const problem = sizeProblem(chosen)
    if (problem !== null) return toastDestructive({ title: NOT_ADDED, message: problem })
    setProgress(0)
    try {
      const address = `${BILL_FILES_ADDRESS}?payout_id=${payoutId}`
      set(await sendFile<BillFileDto>(chosen, address, setProgress))
    } catch (error) {
      const message = error instanceof Error ? error.message : "Couldn't upload the file."
      toastDestructive({ title: NOT_ADDED, message })
    } finally {
      setProgress(null)
    }
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
    <FileInput
      label="File"
      accept="application/pdf,image/*"
      placeholder={progress === null ? 'Choose a PDF or an image' : `Uploading, ${progress}%`}
      disabled={progress !== null}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={null}
      onChange={(chosen) => void upload(chosen)}
    />
  )
}
