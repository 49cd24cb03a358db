import { Anchor, Button, FileInput, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { toastDestructive } from '#client/lib/toast.ts'
import { fileAddress } from '#shared/files.ts'
import { sizeProblem, uploadFile } from '../files/upload.ts'

interface ReceiptFieldProps {
  /** The receipt is kept among this project's internal files. */
  projectId: string | null
  fileId: string | null
  onChange: (id: string | null) => void
}

export function ReceiptField({ projectId, fileId, onChange }: ReceiptFieldProps) {
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(file: File | null) {
    if (file === null || projectId === null) return
    const problem = sizeProblem(file)
    if (problem !== null) return toastDestructive({ title: 'Error', message: problem })
    setProgress(0)
    try {
      const target = { project_id: projectId, kind: 'attachment' as const }
      const saved = await uploadFile(file, target, setProgress, new AbortController().signal)
      onChange(saved.id)
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The file could not be uploaded.'
      toastDestructive({ title: 'Error', message })
    } finally {
      setProgress(null)
    }
  }

  if (fileId !== null) {
    return (
      <div>
        <Text size="sm" fw={500}>
          Receipt
        </Text>
        <Group gap="xs">
          <Anchor href={fileAddress(fileId)} size="sm">
            Download receipt
          </Anchor>
          <Button size="xs" variant="default" onClick={() => onChange(null)}>
            Remove
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <FileInput
      label="Receipt"
      size="md"
      placeholder={progress === null ? 'Choose a file' : `Uploading, ${progress}%`}
      description={
        projectId === null ? 'Choose a project first: the receipt is kept among its files.' : undefined
      }
      disabled={projectId === null || progress !== null}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={null}
      onChange={(file) => void upload(file)}
    />
  )
}
