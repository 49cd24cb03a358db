import type { Mutant } from '../mutants/mutant.ts'
import type { DomainCases } from '../notation/case.ts'
import { home, no, own, yes } from '../notation/cells.ts'

const YEARS = { from: '2020-01-01', to: '2030-12-31' }

export const cases: DomainCases = {
  calls: {
    'finance.taxReturn': (caller) => caller.finance.taxReturn(YEARS),
    'finance.returnDocuments': (caller) =>
      caller.finance.returnDocuments({ ...YEARS, kind: 'german-advance-return', key: 'unassigned' }),
  },
  access: {
    'finance.returnDocuments': [home, yes, yes, no, no, no, no, no, no, own],
    'finance.taxReturn': [home, yes, yes, no, no, no, no, no, no, own],
  },
  areas: {},
}

const FORMS = ['tests/server/money/ledger/returns/forms.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'server/money/ledger/returns/rules/ec-sales-list.ts',
    find: 'place.vat_id === null',
    replace: 'false',
    tests: FORMS,
  },
  {
    file: 'server/money/ledger/returns/rules/form.ts',
    find: 'Math.trunc(amount / unit)',
    replace: 'Math.floor(amount / unit)',
    tests: FORMS,
  },
]
