import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { type FileDto, fileAddress } from '#shared/work/files.ts'
import classes from './preview.module.css'
import { hasThumbnail, previewKind } from './preview-kind.ts'

const ICONS = { picture: IconPhoto, pdf: IconFileTypePdf, text: IconFileText, none: IconFile }

/** The picture if it is small enough for a list, otherwise the file type. */
export function Thumbnail({ file }: { file: FileDto }) {
  const [failed, setFailed] = useState(false)
  const Icon = ICONS[previewKind(file)]
  return (
    <span className={classes.thumbnail}>
      {hasThumbnail(file) && !failed ? (
        <img
          src={fileAddress(file.id)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : (
        <Icon size={20} aria-hidden />
      )}
    </span>
  )
}
