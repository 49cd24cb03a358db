import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { Loading } from '#client/components/states/loading.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { readQuery } from '#client/components/states/read-query.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { savingFile } from '#client/lib/loading/save-file.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { links } from '#shared/base/links.ts'
import { type FileDto, fileAddress } from '#shared/work/files.ts'
import { FileReview, ReviewBadge, ReviewComment } from '../file-review.tsx'
import { TroubleBadge } from '../trouble-badge.tsx'
import { formatSize } from '../upload.ts'
import { FileContents } from './contents.tsx'
import classes from './preview.module.css'

interface PreviewDialogProps {
  /** Null while closed. */
  id: string | null
  /** The list it was opened from. */
  files: readonly { id: string }[]
  onShow: (id: string) => void
  onClose: () => void
}

/** A file with its details; the arrow keys move through the list. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { files, onShow, onClose } = props
  // Mount it closed: an overlay that is open on mount doesn't return focus when it closes.
  const opened = useMounted() && props.id !== null
  const id = useLast(props.id)
  const listed = files.find((file): file is FileDto => file.id === id && 'review' in file)
  const query = readQuery<FileDto>(
    trpc.files.get.useQuery({ id }, { enabled: opened, placeholderData: listed }),
  )
  const order = useLongest(opened ? files : [])
  const place = order.indexOf(id)
  const [previous, next] = place < 0 ? [] : [order[place - 1], order[place + 1]]

  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // At full size, the arrow keys scroll the picture instead.
    if (event.target instanceof Element && event.target.closest('[data-full]') !== null) return
    const shown = { ArrowLeft: previous, ArrowRight: next }[event.key]
    if (shown === undefined) return
    event.preventDefault()
    onShow(shown)
  }

  const isMissing = errorData(query.error).code === 'NOT_FOUND'
  useSeen(opened && !isMissing && query.data !== undefined ? links.file(query.data.project_id, id) : null)
  return (
    <Dialog
      title={<bdi>{isMissing ? 'File' : (query.data?.name ?? 'File')}</bdi>}
      opened={opened}
      onClose={onClose}
      size="1120px"
      sheet
      onKey={move}
      classNames={{ title: classes.name, content: classes.dialog, body: classes.body }}
    >
      {isMissing && (
        <EmptyState
          drawing="folder"
          title="This file no longer exists"
          message="It was deleted, or you no longer have access to it."
        />
      )}
      {!isMissing && query.data === undefined && <QueryState query={query} loading={<Loading />} />}
      {!isMissing && query.data !== undefined && (
        <>
          <Head file={query.data} />
          <FileContents key={id} file={query.data} />
        </>
      )}
      {order.length > 1 && place >= 0 && (
        <Group gap="xs" justify="center" wrap="nowrap">
          <Step label="Previous file" id={previous} onShow={onShow} icon={IconChevronLeft} />
          <Text size="sm" c="dimmed" aria-live="polite">
            {place + 1} of {order.length}
          </Text>
          <Step label="Next file" id={next} onShow={onShow} icon={IconChevronRight} />
        </Group>
      )}
    </Dialog>
  )
}

/**
 * The longest version of the list so far: it grows as pages load, and a filtered one shrinks as files are
 * reviewed.
 */
function useLongest(files: readonly { id: string }[]): string[] {
  const [order, setOrder] = useState<string[]>([])
  if (files.length > order.length || (files.length === 0 && order.length > 0)) {
    setOrder(files.map((file) => file.id))
  }
  return order
}

/** Keeps the last file until the closing animation has ended. */
function useLast(id: string | null): string {
  const [last, setLast] = useState(id ?? '')
  if (id !== null && id !== last) setLast(id)
  return id ?? last
}

const Head = ({ file }: { file: FileDto }) => (
  <div>
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed" component="div">
        {formatSize(file.size)} · {file.uploaded_by_name} · <RelativeTime instant={file.created_at} />
      </Text>
      <Group gap="xs">
        <ReviewBadge file={file} />
        <TroubleBadge file={file} />
        <FileReview file={file} />
        <Button
          component="a"
          href={fileAddress(file.id)}
          download
          onClick={savingFile(fileAddress(file.id), file.name)}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Download
        </Button>
      </Group>
    </Group>
    <ReviewComment file={file} />
  </div>
)

interface StepProps {
  label: string
  id: string | undefined
  onShow: (id: string) => void
  icon: typeof IconChevronLeft
}

const Step = ({ label, id, onShow, icon: Icon }: StepProps) => (
  <ActionIcon aria-label={label} disabled={id === undefined} onClick={() => id !== undefined && onShow(id)}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
)
