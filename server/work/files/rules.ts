/** The type detected from the first bytes; undefined for text and unknown types. */
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

/** Extensions whose content type can be verified from the first bytes. */
const PROVABLE: Record<string, readonly string[]> = {
  png: ['png', 'apng'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  gif: ['gif'],
  webp: ['webp'],
  pdf: ['pdf'],
  zip: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'jar', 'sketch', 'xpi', '3mf'],
  docx: ['docx', 'zip'],
  xlsx: ['xlsx', 'zip'],
  pptx: ['pptx', 'zip'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  mp3: ['mp3'],
  mp4: ['mp4', 'm4v', 'mov'],
  psd: ['psd'],
}

const EXECUTABLE = 'Executable files cannot be uploaded.'

/** Why the file is rejected, for its sender; null if it is accepted. */
export function refusalOf(file: {
  name: string
  size: number
  detected: DetectedType | undefined
  startsAsScript: boolean
}): string | null {
  const { name, detected } = file
  if (file.size === 0) return 'This file is empty.'
  if (EXECUTABLE_NAME.test(name) || file.startsAsScript) return EXECUTABLE
  if (detected !== undefined && EXECUTABLE_CONTENT.has(detected.ext)) return EXECUTABLE
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const promised = Object.hasOwn(PROVABLE, extension) ? PROVABLE[extension] : undefined
  if (promised !== undefined && (detected === undefined || !promised.includes(detected.ext))) {
    return `The content of this file doesn’t match its extension .${extension}.`
  }
  return null
}

/** The content type for a download; types that browsers may execute become plain bytes. */
export function servedType(detected: DetectedType | undefined): string {
  const mime = detected?.mime ?? ''
  return /^(image\/(?!svg)|audio\/|video\/|application\/(pdf|zip|vnd\.))/.test(mime)
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

/** A name that every system can unpack, composed so that two spellings of a name are one. */
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
  return names.map(portableName).map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let candidate = name
    for (let count = 2; used.has(candidate.toLowerCase()); count++) {
      candidate = `${stem} (${count})${extension}`
    }
    used.add(candidate.toLowerCase())
    return candidate
  })
}
