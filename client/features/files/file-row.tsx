import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { useCan, useUser } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FileDto, type FileReview, fileAddress } from '#shared/files.ts'
import classes from './files.module.css'
import { RequestChangesDialog } from './request-changes-dialog.tsx'
import { formatSize } from './upload.ts'

const REVIEWS: Record<FileReview, { label: string; tone: 'good' | 'attention' }> = {
  approved: { label: 'Approved', tone: 'good' },
  changes_requested: { label: 'Changes requested', tone: 'attention' },
}

export function FileRow({ file, highlighted }: { file: FileDto; highlighted: boolean }) {
  return (
    <div className={classes.row} data-highlighted={highlighted || undefined}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <div className={classes.grow}>
          <Text size="sm" fw={500} truncate title={file.name}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" truncate component="div">
            {formatSize(file.size)} · {file.uploaded_by_name} · <RelativeTime instant={file.created_at} />
          </Text>
        </div>
        {file.review !== null && <StatusBadge status={file.review} {...REVIEWS[file.review]} />}
        <ActionIcon component="a" href={fileAddress(file.id)} download aria-label={`Download ${file.name}`}>
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
        <FileMenu file={file} />
      </Group>
      {file.review_comment !== null && (
        <Text size="sm" className={classes.comment}>
          {file.reviewed_by_name}: {file.review_comment}
        </Text>
      )}
      {file.kind === 'deliverable' && <Review file={file} />}
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

/** The client's review; it can be changed at any time. */
function Review({ file }: { file: FileDto }) {
  const mayReview = useCan('file.review')
  const [asking, setAsking] = useState(false)
  const review = trpc.files.review.useMutation({
    onError: errorToast('Failed to approve file'),
    onSuccess: () => toast({ title: 'Approved', message: `"${file.name}" has been approved.` }),
  })
  if (!mayReview) return null
  return (
    <Group gap="xs">
      {file.review !== 'approved' && (
        <Button
          size="xs"
          loading={review.isPending}
          onClick={() => review.mutate({ id: file.id, review: 'approved' })}
          aria-label={`Approve ${file.name}`}
        >
          Approve
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={`Request changes to ${file.name}`}
      >
        Request changes
      </Button>
      {asking && <RequestChangesDialog file={file} onClose={() => setAsking(false)} />}
    </Group>
  )
}
