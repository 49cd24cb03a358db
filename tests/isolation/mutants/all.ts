import type { Mutant } from './mutant.ts'
import { payments } from './payments.ts'
import { rules } from './rules.ts'
import { visibility } from './visibility.ts'

/** Conditions and policies that keep people apart, and what moves money: each dropped or bent. */
export const MUTANTS: Mutant[] = [...visibility, ...rules, ...payments]
