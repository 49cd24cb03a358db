/** One line of the product, altered to be wrong; the tests must detect it. */
export interface Mutant {
  file: string
  /** Text that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files or folders that must detect it, before the isolation tests. */
  tests: string[]
  /** Only run tests whose names match this regular expression, if they are sufficient. */
  only?: string
}
