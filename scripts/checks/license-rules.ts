/** Licenses that ask for no more than to be named: what is under them may be shipped with the portal. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]

/** Packages under other licenses, each with the reason why it may be shipped. A trailing `*` stands for any ending. */
const EXCEPTIONS: Readonly<Record<string, { license: string; reason: string }>> = {
  '@expo-google-fonts/inter': {
    license: 'OFL-1.1',
    reason: 'a font, embedded in documents as its license allows',
  },
  '@fontsource-variable/inter': {
    license: 'OFL-1.1',
    reason: 'a font, sent with the pages as its license allows',
  },
  '@img/sharp-*': {
    license: 'LGPL-3.0-or-later',
    reason: 'libvips, a shared library of its own that anybody can replace; optional',
  },
  ibantools: {
    license: 'MIT or MPL-2.0',
    reason: 'its choice of the MIT license; package.json spells the "or" in small letters',
  },
  'png-js': {
    license: 'none stated',
    reason: 'its LICENSE file is the MIT license; package.json leaves it out',
  },
}

/** A package that is shipped; `integrity` is the hash the lock file holds it to. */
export interface ShippedPackage {
  name: string
  /** An SPDX expression; null where the package states none. */
  license: string | null
  integrity?: string
}

/** What stands against shipping the packages, and exceptions that none of them needs any more. */
export function licenseProblems(packages: readonly ShippedPackage[]): string[] {
  const used = new Set<string>()
  const problems = packages.flatMap(({ name, license, integrity }) => {
    const stated = license ?? 'none stated'
    const exception = Object.keys(EXCEPTIONS).find((pattern) => matches(pattern, name))
    if (exception !== undefined) used.add(exception)
    const excepted = exception === undefined ? [] : [EXCEPTIONS[exception]?.license ?? '']
    return [
      ...(permits(stated, [...ALLOWED, ...excepted]) ? [] : [`${name}: ${stated}`]),
      ...(integrity === undefined ? [`${name}: the lock file holds no hash of it`] : []),
    ]
  })
  const idle = Object.keys(EXCEPTIONS).filter((pattern) => !used.has(pattern))
  return [...problems, ...idle.map((pattern) => `${pattern}: the exception is not needed`)]
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** All parts of an AND, one part of an OR; anything the two don't explain is refused. */
function permits(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((part) => allowed.includes(part)))
}
