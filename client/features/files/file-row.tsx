import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowTitle } from '#client/components/row-title.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FileDto, fileAddress } from '#shared/files.ts'
import { FileReview, ReviewBadge, ReviewComment } from './file-review.tsx'
import classes from './files.module.css'
import { fileSearch } from './preview/file-search.ts'
import { Thumbnail } from './preview/thumbnail.tsx'
import { formatSize } from './upload.ts'

export function FileRow({ file, highlighted }: { file: FileDto; highlighted: boolean }) {
  const [, setState] = useSearchState(fileSearch)
  return (
    <div className={classes.row} data-highlighted={highlighted || undefined}>
      <div className={classes.line}>
        <Thumbnail file={file} />
        <div className={classes.grow}>
          <Group gap="xs" wrap="nowrap">
            <RowTitle onOpen={() => setState({ file: file.id }, 'push', 'keep')}>
              <bdi title={file.name}>{file.name}</bdi>
            </RowTitle>
            <ReviewBadge file={file} />
          </Group>
          <Text size="sm" c="dimmed" truncate component="div">
            {formatSize(file.size)} · {file.uploaded_by_name} · <RelativeTime instant={file.created_at} />
          </Text>
        </div>
        <div className={classes.actions}>
          <FileReview file={file} />
          <ActionIcon component="a" href={fileAddress(file.id)} download aria-label={`Download ${file.name}`}>
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
  const [asked, setAsked] = useState(false)
  const remove = trpc.files.delete.useMutation({
    onError: errorToast('Failed to delete file'),
    onSuccess: () => toast({ title: 'File deleted', message: `"${file.name}" has been deleted.` }),
  })
  if (!mayDelete) return null
  return (
    <>
      <ActionMenu label={file.name}>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked(true)}>
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Delete file"
        message={`"${file.name}" will be permanently deleted for everyone.`}
        confirmLabel="Delete file"
        destructive
        onConfirm={() => remove.mutateAsync({ id: file.id })}
      />
    </>
  )
}
