/** Licenses that only require attribution: packages under them may be shipped with the portal. */
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
  'WTFPL',
]

/**
 * Packages under other licenses, each with the reason why it may be shipped. A trailing `*` is a wildcard.
 */
const EXCEPTIONS: Readonly<Record<string, { license: string; reason: string }>> = {
  '@expo-google-fonts/ibm-plex-sans-arabic': {
    license: 'OFL-1.1',
    reason: 'a font for Arabic, embedded in documents as its license allows',
  },
  '@expo-google-fonts/inter': {
    license: 'OFL-1.1',
    reason: 'a font, embedded in documents as its license allows',
  },
  '@expo-google-fonts/noto-*': {
    license: 'OFL-1.1',
    reason: 'fonts for other scripts, embedded in documents as their license allows',
  },
  '@fontsource-variable/inter': {
    license: 'OFL-1.1',
    reason: 'a font, sent with the pages as its license allows',
  },
  '@img/sharp-*': {
    license: 'LGPL-3.0-or-later',
    reason: 'libvips, a separate shared library that users can replace; optional',
  },
  argparse: {
    license: 'Python-2.0',
    reason: 'only requires its notice, which its LICENSE file contains',
  },
  ibantools: {
    license: 'MIT or MPL-2.0',
    reason: 'offers the MIT license; package.json has a lowercase "or"',
  },
  'png-js': {
    license: 'none stated',
    reason: 'its LICENSE file is the MIT license; package.json omits it',
  },
}

/** A shipped package; `integrity` is its hash in the lock file. */
export interface ShippedPackage {
  name: string
  /** An SPDX expression; null if the package doesn't state one. */
  license: string | null
  integrity?: string
}

/** Reasons against shipping the packages, and exceptions that are no longer needed. */
export function licenseProblems(packages: readonly ShippedPackage[]): string[] {
  const used = new Set<string>()
  const problems = packages.flatMap(({ name, license, integrity }) => {
    const stated = license ?? 'none stated'
    const exception = Object.keys(EXCEPTIONS).find((pattern) => matches(pattern, name))
    if (exception !== undefined) used.add(exception)
    const excepted = exception === undefined ? [] : [EXCEPTIONS[exception]?.license ?? '']
    return [
      ...(permits(stated, [...ALLOWED, ...excepted]) ? [] : [`${name}: ${stated}`]),
      ...(integrity === undefined ? [`${name}: the lock file has no hash for it`] : []),
    ]
  })
  const idle = Object.keys(EXCEPTIONS).filter((pattern) => !used.has(pattern))
  return [...problems, ...idle.map((pattern) => `${pattern}: the exception is not needed`)]
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** All parts of an AND, one part of an OR; other expressions are rejected. */
function permits(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((part) => allowed.includes(part)))
}
