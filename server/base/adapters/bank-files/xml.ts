import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { unreadable } from './lines.ts'

/** An element: its text if it has nothing else, otherwise its children, and attributes prefixed with `@`. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] | undefined }

/**
 * Parses XML without resolving entities: a document type isn't needed for statements, and could name files
 * or grow without limit.
 */
export function readXml(text: string, isList: (name: string) => boolean): XmlNode {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw unreadable('This file has a document type definition, which bank statements don’t need.')
  }
  const damaged = () =>
    unreadable('This file is damaged or incomplete. Please download it again from your bank.')
  if (XMLValidator.validate(text) !== true) throw damaged()
  const parser = new XMLParser({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    isArray: isList,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    removeNSPrefix: true,
    trimValues: true,
  })
  try {
    return parser.parse(text) as XmlNode
  } catch {
    // The validator doesn't check processing instructions.
    throw damaged()
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? entity
    const point = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
}

/** The first element at the path, or undefined. */
export function nodeAt(start: XmlNode | undefined, path: string): XmlNode | undefined {
  let current: XmlNode | XmlNode[] | undefined = start
  for (const name of path.split('/')) {
    const node: XmlNode | undefined = Array.isArray(current) ? current[0] : current
    if (node === undefined || typeof node === 'string') return undefined
    current = node[name]
  }
  return Array.isArray(current) ? current[0] : current
}

/** The elements at the path; only the last name may repeat. */
export function nodesAt(node: XmlNode | undefined, path: string): XmlNode[] {
  const names = path.split('/')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? node : nodeAt(node, names.join('/'))
  if (parent === undefined || typeof parent === 'string') return []
  const found = parent[last]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** The text of the first of the paths that has any. */
export function textAt(node: XmlNode | undefined, ...paths: string[]): string {
  for (const path of paths) {
    const text = textOf(nodeAt(node, path))
    if (text !== '') return text
  }
  return ''
}

export const textOf = (node: XmlNode | undefined): string => {
  if (node === undefined) return ''
  if (typeof node === 'string') return resolved(node)
  return typeof node['#text'] === 'string' ? resolved(node['#text']) : ''
}
