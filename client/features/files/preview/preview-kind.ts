import type { FileDto } from '#shared/files.ts'

export type PreviewKind = 'picture' | 'pdf' | 'text' | 'none'

/** What every browser draws and what carries no scripts, which leaves SVG out. */
const PICTURES = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Text has no first bytes that prove it; the server keeps it as plain bytes. */
const TEXT_NAME =
  /\.(txt|text|md|markdown|csv|tsv|json|xml|ya?ml|toml|ini|log|html?|css|scss|[cm]?jsx?|tsx?|sql|srt|vtt|ics|vcf)$/i
const PLAIN_BYTES = 'application/octet-stream'

/** How a file is shown: by the type that the server found in its content, text also by its name. */
export function previewKind({ content_type, name }: Pick<FileDto, 'content_type' | 'name'>): PreviewKind {
  if (PICTURES.includes(content_type)) return 'picture'
  if (content_type === 'application/pdf') return 'pdf'
  return content_type === PLAIN_BYTES && TEXT_NAME.test(name) ? 'text' : 'none'
}

/** A list loads pictures as they are, so large ones are left to the preview. */
const MAX_THUMBNAIL_SIZE = 1024 * 1024

export const hasThumbnail = (file: Pick<FileDto, 'content_type' | 'name' | 'size'>): boolean =>
  previewKind(file) === 'picture' && file.size <= MAX_THUMBNAIL_SIZE
