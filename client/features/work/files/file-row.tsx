import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { RowTitle } from '#client/components/lists/row-title.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { savingFile } from '#client/lib/loading/save-file.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { type FileDto, fileAddress } from '#shared/work/files.ts'
import { FileReview, ReviewBadge, ReviewComment } from './file-review.tsx'
import classes from './files.module.css'
import { Thumbnail } from './preview/thumbnail.tsx'
import { TroubleBadge } from './trouble-badge.tsx'
import { formatSize } from './upload.ts'

export function FileRow({ file, highlighted }: { file: FileDto; highlighted: boolean }) {
  return (
    <div className={classes.row} data-highlighted={highlighted || undefined}>
      <div className={classes.line}>
        <Thumbnail file={file} />
        <div className={classes.grow}>
          <Group gap="xs" wrap="nowrap">
            <RowTitle opens={{ file: file.id }} keepScroll>
              <bdi title={file.name}>{file.name}</bdi>
            </RowTitle>
            <ReviewBadge file={file} />
            <TroubleBadge file={file} />
          </Group>
          <Text size="sm" c="dimmed" truncate component="div">
            {formatSize(file.size)} · {file.uploaded_by_name} · <RelativeTime instant={file.created_at} />
          </Text>
        </div>
        <div className={classes.actions}>
          <FileReview file={file} />
          <ActionIcon
            component="a"
            href={fileAddress(file.id)}
            download
            onClick={savingFile(fileAddress(file.id), file.name)}
            aria-label={`Download ${file.name}`}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
          <FileMenu file={file} />
        </div>
      </div>
      <ReviewComment file={file} />
    </div>
  )
}

function FileMenu({ file }: { file: FileDto }) {
  const { agency_id } = useUser()
  const mayDelete = useCan('file.delete') && agency_id !== null
  const [confirming, setConfirming] = useState(false)
  const remove = trpc.files.delete.useMutation({
    onError: errorToast('Failed to delete file'),
    onSuccess: () => toast({ title: 'File deleted', message: `"${file.name}" has been deleted.` }),
  })
  if (!mayDelete) return null
  return (
    <>
      <ActionMenu label={file.name}>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setConfirming(true)}>
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete file"
        message={`"${file.name}" will be permanently deleted for everyone.`}
        confirmLabel="Delete file"
        destructive
        onConfirm={() => remove.mutateAsync({ id: file.id })}
      />
    </>
  )
}
