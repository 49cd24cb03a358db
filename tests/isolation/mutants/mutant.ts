/** One line of the product changed to be wrong, which tests must detect. */
export interface Mutant {
  file: string
  /** Text that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files or folders that must detect it, before the isolation tests. */
  tests: string[]
  /** Only run tests whose names match this regular expression, if that is sufficient. */
  only?: string
}
