import { VISIBILITY } from '#server/domains.ts'
import { isListed, MINTS_AGENCY_IDS, SQL_ELSEWHERE } from './exceptions.ts'
import { isInDomain } from './floors.ts'
import type { SourceFile } from './imports.ts'
import { bracketed, withoutComments } from './text.ts'
import { UNSCOPED } from './unscoped.ts'

/** The rules for SQL and reach that separate the rows of agencies. */
export const tenantRules = {
  'SQL outside queries/ and commands/': ({ path, text }: SourceFile): string[] => {
    if (!path.startsWith('server/') || MAY_HOLD_SQL.test(path) || isListed(SQL_ELSEWHERE, path)) return []
    return SQL.test(withoutComments(text)) ? ['SQL belongs in queries/ and commands/'] : []
  },

  'tenant tables bypassing the reach': ({ path, text }: SourceFile): string[] => {
    if (!path.startsWith('server/') || /^server\/base\/(db\/|core\/rows\/rows\.ts)/.test(path)) return []
    if (path in UNSCOPED) return []
    return [...withoutComments(text).matchAll(RAW_BUILDER)]
      .filter(([, , table]) => isTenant(table))
      .map(([, method, table]) => `${method}('${table}') bypasses the reach: use base/core/rows/rows.ts`)
  },

  'loose joins of tenant tables': ({ path, text }: SourceFile): string[] => {
    if (!path.startsWith('server/') || path in UNSCOPED) return []
    const code = withoutComments(text)
    return [...code.matchAll(JOIN)].flatMap((match) => {
      const [, table] = match
      const tie = bracketed(code, match.index + match[0].indexOf('('))
      return isTenant(table) && !TIE.test(tie)
        ? [`the join of ${table} is constrained by neither agency nor key`]
        : []
    })
  },

  'invented agency ids': ({ path, text }: SourceFile): string[] => {
    if (!path.startsWith('server/') || isListed(MINTS_AGENCY_IDS, path)) return []
    return [...withoutComments(text).matchAll(/\bas (unknown as )?AgencyId\b/g)].map(
      () => 'only base/core/rows/reach.ts may convert a string to an agency id',
    )
  },

  'the database bypassing the context': ({ path, text }: SourceFile): string[] =>
    isInDomain(path) && PAST_CONTEXT.test(withoutComments(text))
      ? ['a domain uses ctx.db, not the services’ own database']
      : [],
}

/** Calls of `unscoped()` that aren't listed, and listed ones that aren't needed. */
export function unscopedProblems(
  files: readonly SourceFile[],
  listed: Readonly<Record<string, string>> = UNSCOPED,
): string[] {
  const users = files
    .filter(
      ({ path, text }) =>
        /^(server|packages|scripts(?!\/checks))\//.test(path) && UNSCOPED_CALL.test(withoutComments(text)),
    )
    .map(({ path }) => path)
    .filter((path) => path !== 'server/base/core/rows/rows.ts')
  return [
    ...users
      .filter((path) => !(path in listed))
      .map((path) => `${path}: unscoped() without a reason in unscoped.ts`),
    ...Object.keys(listed)
      .filter((path) => !users.includes(path))
      .map((path) => `${path}: listed in unscoped.ts, but does not call unscoped()`),
  ]
}

const MAY_HOLD_SQL = /\/(queries|commands)\/|\/(queries|commands|visibility)\.ts$/
const SQL =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(<[^`>]*>)?`|\bsql\.(raw|join|ref|table|id|val|lit)\b/
const RAW_BUILDER = /\b(?:db|trx|ctx|tx)\b\s*\.(selectFrom|insertInto|updateTable|deleteFrom)\(\s*['"`](\w+)/g
const JOIN = /\.(?:inner|left|right|full)Join(?:Lateral)?\(\s*['"`](\w+)/g
/** A key of one side, or the agency of both: only these relate two rows. */
const TIE = /\bagency_id['"]|\.id['"]|\.user_id['"]|\bas\(/
const PAST_CONTEXT = /\bservices\.db\b|\{[^{}]*\bdb\b[^{}]*\}\s*=\s*(?:\w+\.)*services\b/
const UNSCOPED_CALL = /\bunscoped\(/

const isTenant = (table: string | undefined): boolean =>
  table !== undefined && Object.hasOwn(VISIBILITY, table)
