import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { calculations } from './calculations.ts'
import { guards } from './guards.ts'
import type { Mutant } from './mutant.ts'
import { payments } from './payments.ts'
import { rules } from './rules.ts'
import { visibility } from './visibility.ts'

const DOMAINS = join(import.meta.dirname, '../domains')

/** Mutants declared beside a domain's isolation cases. */
async function ofDomains(): Promise<Mutant[]> {
  const modules: { mutants?: Mutant[] }[] = await Promise.all(
    readdirSync(DOMAINS).map((file) => import(join(DOMAINS, file))),
  )
  return modules.flatMap(({ mutants = [] }) => mutants)
}

/** Conditions and policies that separate people, and movements of money: each one is removed or altered. */
export const MUTANTS: Mutant[] = [
  ...visibility,
  ...rules,
  ...payments,
  ...guards,
  ...calculations,
  ...(await ofDomains()),
]
