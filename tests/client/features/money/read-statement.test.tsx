import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ReadStatement } from '#client/features/money/bank/read-statement.tsx'
import type { BankImportStatement } from '#shared/money/bank/bank.ts'

afterEach(cleanup)

const statement: BankImportStatement = {
  ...{ account_id: null, account_name: 'Main', number: '4711', currency: 'EUR' },
  ...{ from_on: '2026-03-01', to_on: '2026-03-02', opening: 0, closing: 2798 },
  ...{ unexplained: 0, lines: 3, added: 3, similar: 0, corrected: 0, damaged: 0 },
}

const show = (rest: Partial<BankImportStatement> = {}) =>
  render(
    <MantineProvider env="test">
      <ReadStatement statement={{ ...statement, ...rest }} />
    </MantineProvider>,
  )

test('names what the balances don’t explain', () => {
  show({ unexplained: 2798 - 80_000 })
  expect(screen.getByRole('alert').textContent).toContain(
    'The balance changes by €27.98, but the lines add up to €800.00.',
  )
})

test('has no warning if the lines add up', () => {
  show()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('3 lines, 3 of them new')).toBeDefined()
})
