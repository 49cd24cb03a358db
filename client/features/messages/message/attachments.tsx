import { CloseButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { fileAddress } from '#shared/files.ts'
import type { MessageAttachment } from '#shared/messages.ts'
import { formatSize } from '../../files/upload.ts'
import classes from './messages.module.css'

interface AttachmentsProps {
  files: readonly MessageAttachment[]
  /** Present while the message is being composed. */
  onRemove?: (id: string) => void
}

/** The downloadable files of a message. */
export function Attachments({ files, onRemove }: AttachmentsProps) {
  if (files.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label="Attachments">
      {files.map(({ id, name, size }) => (
        <li key={id} className={classes.attachment}>
          <IconPaperclip size={14} aria-hidden />
          <a href={fileAddress(id)} download={name}>
            {name}
          </a>
          <span className={classes.time}>{formatSize(size)}</span>
          {onRemove !== undefined && (
            <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => onRemove(id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
