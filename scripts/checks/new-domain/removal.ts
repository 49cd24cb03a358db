import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The only files that refer to a domain besides those named after it: lists of domains, events and reactions. */
const LISTS = [
  'server/domains.ts',
  'server/reactions/mail/react.ts',
  'server/reactions/notifications/react.ts',
  'shared/reactions/events.ts',
]

/** Deletes a domain's folders and files from a copy of the tree; returns the lines removed from other files. */
export function removeDomain(copy: string, name: string): string[] {
  const files = execFileSync('git', ['ls-files'], { cwd: copy, encoding: 'utf8' }).split('\n')
  const ownPath = new RegExp(`(^|/)([a-z]+-)*${name}\\b`)
  for (const file of files.filter((path) => ownPath.test(path))) rmSync(join(copy, file), { force: true })
  return LISTS.flatMap((list) => {
    const path = join(copy, list)
    const lines = readFileSync(path, 'utf8').split('\n')
    const isNamed = (line: string) => line.toLowerCase().includes(name)
    writeFileSync(path, lines.filter((line) => !isNamed(line)).join('\n'))
    return lines.filter(isNamed)
  })
}
