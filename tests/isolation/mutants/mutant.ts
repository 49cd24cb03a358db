/** One line of the product made wrong; tests must notice. */
export interface Mutant {
  file: string
  /** Text that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files or folders that must notice, those of the isolation walks before others. */
  tests: string[]
  /** Only tests whose names match, where that is enough: a regular expression. */
  only?: string
}
