import type { TestProject } from 'vitest/node'
import setupPostgres from './setup-postgres.ts'

/** The same on keys that are distributed by agency. */
export default (project: TestProject): Promise<() => void> => setupPostgres(project, true)
