import { importsOf, type SourceFile } from './imports.ts'

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** One sentence for each group of files that import each other, including lazy imports and types. */
export const fileCycles = (files: readonly SourceFile[]): string[] =>
  sentencesOf(importGraph(files, (path) => path))

/**
 * One sentence for each group of folders that import each other. At every depth, only folders side by side are
 * compared: the files beside them put them together or are shared by them.
 */
export function folderCycles(files: readonly SourceFile[]): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>()
  for (const file of files) {
    for (const { target } of importsOf(file)) {
      const [parent, from, to] = foldersBetween(file.path, target)
      if (parent === '') continue
      const graph = graphs.get(parent) ?? new Map<string, Set<string>>()
      graphs.set(parent, graph)
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return [...graphs.values()].flatMap(sentencesOf)
}

/** The closest folder that contains both files, and its folders with one each; empty texts if one is directly in it. */
function foldersBetween(one: string, other: string): [parent: string, from: string, to: string] {
  const [parts, others] = [one.split('/'), other.split('/')]
  const depth = parts.findIndex((part, index) => part !== others[index])
  if (depth < 1 || depth >= parts.length - 1 || depth >= others.length - 1) return ['', '', '']
  const upTo = (names: string[], end: number) => names.slice(0, end).join('/')
  return [upTo(parts, depth), upTo(parts, depth + 1), upTo(others, depth + 1)]
}

const sentencesOf = (graph: Graph): string[] => cyclesOf(graph).map((cycle) => cycle.join(' → '))

/** Which files or folders import which others; null for files that don't count. */
export function importGraph(
  files: readonly SourceFile[],
  nodeOf: (path: string) => string | null,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = nodeOf(file.path)
    if (from === null) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const { target } of importsOf(file)) {
      const to = nodeOf(target)
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
