import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

/** Quotes, spaces and number signs may be intended in these, so they are used as they are, with a warning. */
const FREE: readonly string[] = ['ADMIN_PASSWORD', 'APP_NAME', 'BACKUP_KEY']

interface Miswritten {
  /** The value isn't the intended one, so the portal would use other data, mail or addresses. */
  certain: string[]
  doubtful: string[]
}

/**
 * Settings with more than their value, because a file isn't read the way it was written: quotes, Windows line
 * endings, a byte order mark, a comment, a path in shell syntax.
 */
export function findMiswritten(env: NodeJS.ProcessEnv, settings: readonly string[]): Miswritten {
  const found: Miswritten = { certain: [], doubtful: [] }
  for (const [name, value = ''] of Object.entries(env)) {
    const meant = name.replace(INVISIBLE, '')
    if (meant !== name && settings.includes(meant)) {
      found.certain.push(
        `${meant}: an invisible character precedes its name; save the file as UTF-8 without byte order mark`,
      )
    }
    const problem = settings.includes(name) ? problemOf(name, value) : null
    if (problem !== null) (FREE.includes(name) ? found.doubtful : found.certain).push(`${name}: ${problem}`)
  }
  return found
}

/** Empty variables, as in a copied example file, are unset, and addresses lose the spaces around them. */
export const valuesIn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value !== '')
      .map(([name, value = '']) => [name, HTTP.test(value) && !FREE.includes(name) ? value.trim() : value]),
  )

const HTTP = /^\s*https?:/i

const INVISIBLE = /^[\s\p{C}]+|[\s\p{C}]+$/gu

/** A sender's name may contain this, and its schema rejects text after the address. */
const WITH_NUMBER_SIGN = 'MAIL_FROM'
const PATHS = ['DATA_DIR', 'DATABASE_URL']
const COMMENT = /\s#/

/** Whether what looks like a comment is part of a folder's or file's name. */
function namesExisting(name: string, value: string): boolean {
  if (!PATHS.includes(name)) return false
  const path = value.replace(/^file:(\/\/)?/, '')
  const folder = dirname(path)
  return existsSync(path) || (COMMENT.test(folder) && existsSync(folder))
}

function problemOf(name: string, value: string): string | null {
  if (/\r$/.test(value)) return 'ends with a carriage return; save the file with Unix line endings'
  if (/\p{Cc}/u.test(value)) return 'has a line break or another control character'
  if (/^(["']).*\1$/.test(value)) return 'has quotes around its value; remove them'
  if (name !== WITH_NUMBER_SIGN && COMMENT.test(value) && !namesExisting(name, value)) {
    return 'has a comment after its value; remove it'
  }
  if (PATHS.includes(name) && /^(file:(\/\/)?)?[~$]/.test(value)) {
    return 'begins with ~ or $, which is not expanded here; write the full path'
  }
  if (HTTP.test(value)) return null
  return value.replace(INVISIBLE, '') === value ? null : 'has spaces around its value; remove them'
}

/** Describes what a setting must be, if its schema doesn't. */
export const valueInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'must be a number' : undefined
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.filter((value) => value !== '').join(', ')}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an http:// or https:// address' : undefined
    default:
      return undefined
  }
}
