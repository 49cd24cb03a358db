import type { FileDto } from '#shared/work/files.ts'

export type PreviewKind = 'picture' | 'pdf' | 'text' | 'none'

/** Formats that every browser displays and that can't contain scripts, which excludes SVG. */
const PICTURES = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Text has no signature, so the server stores it as application/octet-stream. */
const TEXT_NAME =
  /\.(txt|text|md|markdown|csv|tsv|json|xml|ya?ml|toml|ini|log|html?|css|scss|[cm]?jsx?|tsx?|sql|srt|vtt|ics|vcf)$/i
const PLAIN_BYTES = 'application/octet-stream'

/** How a file is previewed: by the type the server detected, and for text also by its name. */
export function previewKind({ content_type, name }: Pick<FileDto, 'content_type' | 'name'>): PreviewKind {
  if (PICTURES.includes(content_type)) return 'picture'
  if (content_type === 'application/pdf') return 'pdf'
  return content_type === PLAIN_BYTES && TEXT_NAME.test(name) ? 'text' : 'none'
}

/** Lists load pictures in full size, so large ones are shown only in the preview. */
const MAX_THUMBNAIL_SIZE = 1024 * 1024

export const hasThumbnail = (file: Pick<FileDto, 'content_type' | 'name' | 'size'>): boolean =>
  previewKind(file) === 'picture' && file.size <= MAX_THUMBNAIL_SIZE
