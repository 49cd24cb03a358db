export interface SourceFile {
  /** Relative to the project root, with forward slashes. */
  path: string
  text: string
}

export interface Import {
  /** The imported file relative to the project root, or the package name. */
  target: string
  statement: string
}

const STATEMENT =
  /^(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** The imports of one file, with relative and `#` paths resolved. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(STATEMENT)].map((match) => ({
    target: resolveImport(path, match[1] ?? match[2] ?? match[3] ?? ''),
    statement: match[0],
  }))
}

export function resolveImport(from: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  if (!target.startsWith('.')) return target
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
