import { importsOf, type SourceFile } from './rules.ts'

/** One sentence for each cycle of imports; those of types alone do not count, nor lazy `import()`. */
export function importCycles(files: SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, eagerImports(file)]))
  const done = new Set<string>()
  const cycles: string[] = []

  function visit(path: string, trail: string[]): void {
    if (trail.includes(path)) {
      cycles.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    if (done.has(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }

  for (const path of graph.keys()) visit(path, [])
  return cycles
}

const eagerImports = (file: SourceFile): string[] =>
  importsOf(file)
    .filter(({ statement }) => !/^(import|export) type\b/.test(statement) && !statement.startsWith('import('))
    .map(({ target }) => target)
