import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadText } from '#client/lib/loading/download.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'

const ICON = <IconDownload size={16} aria-hidden />

/** Downloads a file that the server streams. */
export const ExportLink = (props: { href: string; ml?: 'auto' }) => (
  <Button {...props} variant="default" leftSection={ICON} component="a" download>
    Export CSV
  </Button>
)

interface ExportButtonProps {
  load: () => Promise<{ filename: string; csv: string }>
  /** The error's title. */
  failed: string
}

/** Downloads the file that a query returns. */
export function ExportButton({ load, failed }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { filename, csv } = await load()
      downloadText(filename, csv)
    } catch (error) {
      errorToast(failed)(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={ICON} loading={busy} onClick={() => void download()}>
      Export CSV
    </Button>
  )
}
