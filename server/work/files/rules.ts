/** A type by its signature. */
export interface DetectedType {
  ext: string
  mime: string
}

/** Executable content, whatever the file's name. */
const EXECUTABLE_CONTENT = new Set([
  'exe',
  'elf',
  'macho',
  'class',
  'lnk',
  'alias',
  'wasm',
  'apk',
  'deb',
  'rpm',
  'dex',
  'msi',
])

/** Names that an operating system would execute, whatever the content. */
const EXECUTABLE_NAME =
  /\.(exe|dll|com|scr|pif|cpl|msi|msp|bat|cmd|ps1|psm1|vbs|vbe|wsf|wsh|hta|jar|sh|bash|zsh|command|app|apk|lnk|reg|desktop)$/i

/** How much of a file's beginning determines its type; PDF readers look for their marker in as much. */
export const HEAD_BYTES = 1024

const PDF: DetectedType = { ext: 'pdf', mime: 'application/pdf' }

/** Other bytes may precede the marker, but no markup. */
const STARTS_PDF = /^[^<]*%PDF-\d/

const TEXT_CONTROLS: readonly number[] = [0x09, 0x0a, 0x0c, 0x0d, 0x1b]

const isText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.includes(byte))

/** Whether it has a byte order mark, which no reader of pictures or programs skips. */
const startsAsText = (head: Uint8Array): boolean => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/**
 * The type that the first bytes prove, whatever the file's name; undefined for text and unknown types.
 * Signatures of a few letters, such as "BM" and "MZ", prove nothing at the beginning of a text.
 */
export function provenType(head: Uint8Array, detected: DetectedType | undefined): DetectedType | undefined {
  const open = detected === undefined || detected.ext === PDF.ext || startsAsText(head) || isText(head)
  if (open && STARTS_PDF.test(Buffer.from(head).toString('latin1'))) return PDF
  return open && detected?.ext !== 'rtf' ? undefined : detected
}

const EXECUTABLE = 'Executable files cannot be uploaded.'

/** Why the file is rejected, for its sender; null if it is accepted. */
export function refusalOf(file: {
  name: string
  size: number
  head: Uint8Array
  proven: DetectedType | undefined
}): string | null {
  const { name, head, proven } = file
  if (file.size === 0) return 'This file is empty.'
  const startsAsScript = head[0] === 0x23 && head[1] === 0x21
  if (EXECUTABLE_NAME.test(name) || startsAsScript) return EXECUTABLE
  return proven !== undefined && EXECUTABLE_CONTENT.has(proven.ext) ? EXECUTABLE : null
}

/**
 * The content type for a download. What isn't proven, or what browsers may execute, becomes plain bytes, which
 * nothing displays.
 */
export function servedType(proven: DetectedType | undefined): string {
  const mime = proven?.mime ?? ''
  return /^(image\/(?!svg)|audio\/|video\/|application\/(pdf|zip|rtf|x-cfb|vnd\.))/.test(mime)
    ? mime
    : 'application/octet-stream'
}

const MAX_NAME = 200

/** A file name without folders and control characters, never empty and limited in length. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const cleaned = last
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .toWellFormed()
    .trim()
  if (cleaned === '' || /^\.+$/.test(cleaned)) return 'file'
  if (cleaned.length <= MAX_NAME) return cleaned
  const extension = /\.[a-z0-9]{1,10}$/i.exec(cleaned)?.[0] ?? ''
  return cleaned.slice(0, MAX_NAME - extension.length).toWellFormed() + extension
}

const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A name that every system can unpack, normalized so that two encodings of a name are equal. */
const portableName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(RESERVED_NAME, '_$1')
    .replace(/[. ]+$/, '') || 'file'

/**
 * Unique names for an archive, on any system: the second "a.pdf" becomes "a (2).pdf", and "a: b?" becomes
 * "a_ b_".
 */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  // Where the search for a free number starts, so that equal names take linear time.
  const nextCounts = new Map<string, number>()
  return names.map(portableName).map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    const key = name.toLowerCase()
    let count = nextCounts.get(key) ?? 2
    let candidate = name
    while (used.has(candidate.toLowerCase())) candidate = `${stem} (${count++})${extension}`
    nextCounts.set(key, count)
    used.add(candidate.toLowerCase())
    return candidate
  })
}
