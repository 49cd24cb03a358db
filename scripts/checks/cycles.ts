import { importsOf, type SourceFile } from './imports.ts'

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * One sentence for each group of files that import each other, including type imports; lazy `import()`
 * doesn't count.
 */
export const fileCycles = (files: readonly SourceFile[]): string[] =>
  cyclesOf(new Map(files.map((file) => [file.path, eagerImports(file)]))).map((cycle) => cycle.join(' → '))

const eagerImports = (file: SourceFile): Set<string> =>
  new Set(
    importsOf(file)
      .filter(({ statement }) => !statement.startsWith('import('))
      .map(({ target }) => target)
      .filter((target) => target !== file.path),
  )

/**
 * One sentence for each group of folders that import each other; `folderOf` names a file's folder, null for
 * none.
 */
export const folderCycles = (
  files: readonly SourceFile[],
  folderOf: (path: string) => string | null,
): string[] => cyclesOf(folderGraph(files, folderOf)).map((cycle) => cycle.join(' → '))

/** Which folders import which others. */
export function folderGraph(
  files: readonly SourceFile[],
  folderOf: (path: string) => string | null,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = folderOf(file.path)
    if (from === null) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const { target } of importsOf(file)) {
      const to = folderOf(target)
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return graph
}

/** The shortest cycle in each strongly connected component of the graph, its first node repeated at the end. */
function cyclesOf(graph: Graph): string[][] {
  const inKnot = new Set<string>()
  const cycles: string[][] = []
  for (const start of graph.keys()) {
    if (inKnot.has(start)) continue
    const cycle = shortestWay(graph, start, start)
    if (cycle === null) continue
    cycles.push(cycle)
    for (const node of reachable(graph, start)) {
      if (reachable(graph, node).has(start)) inKnot.add(node)
    }
  }
  return cycles
}

function reachable(graph: Graph, start: string): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  }
  return found
}

function shortestWay(graph: Graph, start: string, end: string): string[] | null {
  const from = new Map<string, string>()
  const open = [start]
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const next of graph.get(node) ?? []) {
      if (next === end) {
        const way = [end]
        for (let step = node; step !== start; step = from.get(step) ?? start) way.unshift(step)
        return [start, ...way]
      }
      if (from.has(next)) continue
      from.set(next, node)
      open.push(next)
    }
  }
  return null
}
