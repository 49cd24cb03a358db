import { ActionIcon, CloseButton } from '@mantine/core'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { savingFile } from '#client/lib/loading/save-file.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { fileAddress } from '#shared/work/files.ts'
import type { MessageAttachment } from '#shared/work/messages.ts'
import { fileSearch } from '../../files/preview/file-search.ts'
import { formatSize } from '../../files/upload.ts'
import classes from './messages.module.css'

interface AttachmentsProps {
  files: readonly MessageAttachment[]
  /** Present while the message is being composed. */
  onRemove?: (id: string) => void
}

/** A message's attachments, to view and download. */
export function Attachments({ files, onRemove }: AttachmentsProps) {
  const [, setState] = useSearchState(fileSearch)
  if (files.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label="Attachments">
      {files.map(({ id, name, size }) => (
        <li key={id} className={classes.attachment}>
          <IconPaperclip size={14} aria-hidden />
          <button
            type="button"
            className={classes.name}
            onClick={() => setState({ file: id }, 'push', 'keep')}
          >
            <bdi>{name}</bdi>
          </button>
          <span className={classes.time}>{formatSize(size)}</span>
          {onRemove === undefined && (
            <ActionIcon
              component="a"
              href={fileAddress(id)}
              download={name}
              onClick={savingFile(fileAddress(id), name)}
              size={24}
              aria-label={`Download ${name}`}
            >
              <IconDownload size={14} aria-hidden />
            </ActionIcon>
          )}
          {onRemove !== undefined && (
            <CloseButton size="sm" aria-label={`Remove ${name}`} data-remove onClick={() => onRemove(id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
