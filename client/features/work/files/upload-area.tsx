import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'
import classes from './files.module.css'
import type { UploadTarget } from './upload.ts'
import { type Upload, useUploads } from './use-uploads.ts'

interface UploadAreaProps {
  target: UploadTarget
  /** Who can see the uploaded files. */
  hint: string
  /** The existing files; the whole area is a drop target. */
  children: ReactNode
}

export function UploadArea({ target, hint, children }: UploadAreaProps) {
  const { uploads, add, retry, dismiss } = useUploads(target)
  const rows = useRowRemoval<HTMLDivElement>()
  const { over, target: dropTarget } = useReceivedFiles(add)
  return (
    <div className={classes.area} {...dropTarget} {...rows}>
      <Group gap="sm" wrap="nowrap" className={classes.drop}>
        <FileButton multiple onChange={(files) => add(files)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              data-add
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              Upload files
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" className={classes.grow}>
          {over ? 'Drop to upload' : `or drag them here. ${hint}`}
        </Text>
      </Group>
      {uploads.length > 0 && (
        <Stack gap="xs" className={classes.uploads} aria-live="polite">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload.id)}
              onDismiss={() => dismiss(upload.id)}
            />
          ))}
        </Stack>
      )}
      {children}
    </div>
  )
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <div className={classes.grow}>
        <Text size="sm" truncate>
          {upload.name}
        </Text>
        {upload.error === null ? (
          <Progress value={upload.progress} aria-label={`Uploading ${upload.name}`} />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {upload.error}
          </Text>
        )}
      </div>
      {upload.error !== null && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <ActionIcon
        aria-label={upload.error === null ? `Cancel ${upload.name}` : `Dismiss ${upload.name}`}
        size={28}
        data-remove
        onClick={onDismiss}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
