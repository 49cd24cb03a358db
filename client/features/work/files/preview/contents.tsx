import { Button, Loader, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { type FileDto, type FileTrouble, fileAddress } from '#shared/work/files.ts'
import { formatSize } from '../upload.ts'
import classes from './preview.module.css'
import { type PreviewKind, previewKind } from './preview-kind.ts'
import { readText } from './read-text.ts'
import { useFileContent } from './use-file-content.ts'

/** A file's content, if it can be displayed. */
export function FileContents({ file }: { file: FileDto }) {
  if (file.trouble !== null) return <Unreadable trouble={file.trouble} />
  const Contents = CONTENTS[previewKind(file)]
  return <Contents file={file} />
}

const CONTENTS: Record<PreviewKind, (props: { file: FileDto }) => React.ReactNode> = {
  picture: Picture,
  pdf: Pdf,
  text: PlainText,
  none: NoPreview,
}

/** Fits the window; at full size it scrolls. */
function Picture({ file }: { file: FileDto }) {
  const [full, setFull] = useState(false)
  const [failed, setFailed] = useState(false)
  if (failed) return <Unreadable />
  return (
    <div className={classes.canvas} data-full={full || undefined}>
      <button
        type="button"
        className={classes.picture}
        aria-label={full ? 'Fit to window' : 'Show at full size'}
        onClick={() => setFull(!full)}
      >
        <img src={fileAddress(file.id)} alt={file.name} onError={() => setFailed(true)} />
      </button>
    </div>
  )
}

const asPdf = async (response: Response) =>
  new Blob([await response.arrayBuffer()], { type: 'application/pdf' })

/**
 * The CSP forbids frames and the server sends files as downloads only, so the browser's viewer opens in a new
 * tab.
 */
function Pdf({ file }: { file: FileDto }) {
  const content = useFileContent(file.id, asPdf)
  const [address, setAddress] = useState<string | null>(null)
  const blob = content.state === 'ready' ? content.value : null
  useEffect(() => {
    if (blob === null) return
    const url = URL.createObjectURL(blob)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  if (content.state === 'failed') return <Unreadable />
  return (
    <div className={classes.canvas}>
      <EmptyState
        drawing="document"
        title="PDF document"
        message="Your browser opens it in a separate tab."
        action={
          address === null ? (
            <Button loading>Open in a new tab</Button>
          ) : (
            <Button
              component="a"
              href={address}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              Open in a new tab
            </Button>
          )
        }
      />
    </div>
  )
}

const SHOWN_BYTES = 256 * 1024

const beginning = async ({ body }: Response) =>
  body === null ? { text: '', cut: false } : readText(body, SHOWN_BYTES)

function PlainText({ file }: { file: FileDto }) {
  const content = useFileContent(file.id, beginning)
  if (content.state === 'failed') return <Unreadable />
  if (content.state === 'loading') {
    return (
      <div className={classes.canvas}>
        <Loader aria-label="Loading" role="status" />
      </div>
    )
  }
  const { text, cut } = content.value
  if (text === null) return <NoPreview />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={`Text of ${file.name}`}>
        <pre>{text}</pre>
      </section>
      {cut && (
        <Text size="sm" c="dimmed" className={classes.note}>
          The first {formatSize(SHOWN_BYTES)} of {formatSize(file.size)}. Download the file to read all of it.
        </Text>
      )}
    </>
  )
}

function NoPreview() {
  return (
    <div className={classes.canvas}>
      <EmptyState
        drawing="document"
        title="No preview"
        message="This type of file can’t be previewed. Download it to open it on your device."
      />
    </div>
  )
}

const Unreadable = ({ trouble }: { trouble?: FileTrouble }) => (
  <div className={classes.canvas}>
    <EmptyState
      drawing="broken"
      title={trouble === undefined ? 'This file can’t be shown' : `This file is ${trouble}`}
      message={
        trouble === undefined
          ? 'Try again later, or download it to open it on your device.'
          : 'The stored copy is damaged or missing. Upload the file again, or ask someone who has it.'
      }
    />
  </div>
)
