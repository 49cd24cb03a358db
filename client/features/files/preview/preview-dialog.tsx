import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core'
import { useMounted, useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Loading } from '#client/components/loading.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useTopLayer } from '#client/components/use-top-layer.ts'
import { usePhone } from '#client/lib/breakpoints.ts'
import { errorData } from '#client/lib/errors.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FileDto, fileAddress } from '#shared/files.ts'
import { FileReview, ReviewBadge, ReviewComment } from '../file-review.tsx'
import { formatSize } from '../upload.ts'
import { FileContents } from './contents.tsx'
import classes from './preview.module.css'

interface PreviewDialogProps {
  /** Null while it is closed. */
  id: string | null
  /** The list it was opened from. */
  files: readonly { id: string }[]
  onShow: (id: string) => void
  onClose: () => void
}

/** A file with what there is to say about it; the arrow keys go through the list. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { files, onShow, onClose } = props
  // What is open as it is mounted would not give the focus back.
  const opened = useMounted() && props.id !== null
  const phone = usePhone()
  const top = useTopLayer(opened)
  const id = useLast(props.id)
  const listed = files.find((file): file is FileDto => file.id === id && 'review' in file)
  const query = trpc.files.get.useQuery({ id }, { enabled: opened, placeholderData: listed })
  const order = useLongest(opened ? files : [])
  const place = order.indexOf(id)
  const [previous, next] = place < 0 ? [] : [order[place - 1], order[place + 1]]

  useWindowEvent('keydown', (event) => {
    if (!opened || !top || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // A picture at full size is scrolled by the same keys.
    if (event.target instanceof Element && event.target.closest('[data-full]') !== null) return
    const shown = { ArrowLeft: previous, ArrowRight: next }[event.key]
    if (shown === undefined) return
    event.preventDefault()
    onShow(shown)
  })

  const gone = errorData(query.error).code === 'NOT_FOUND'
  return (
    <Modal
      title={<bdi>{gone ? 'File' : (query.data?.name ?? 'File')}</bdi>}
      opened={opened}
      onClose={onClose}
      size="1120px"
      fullScreen={phone}
      closeOnEscape={top}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.name, content: classes.dialog, body: classes.body }}
    >
      {gone && (
        <EmptyState
          drawing="folder"
          title="This file isn't here any more"
          message="Somebody deleted it, or you may no longer see it."
        />
      )}
      {!gone && query.data === undefined && <Unanswered query={query} loading={<Loading />} />}
      {!gone && query.data !== undefined && (
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
    </Modal>
  )
}

/** The list at its longest: pages join it, and a filtered one loses each file that is answered. */
function useLongest(files: readonly { id: string }[]): string[] {
  const [order, setOrder] = useState<string[]>([])
  if (files.length > order.length || (files.length === 0 && order.length > 0)) {
    setOrder(files.map((file) => file.id))
  }
  return order
}

/** What it shows until its closing motion has ended. */
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
        <FileReview file={file} />
        <Button
          component="a"
          href={fileAddress(file.id)}
          download
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
