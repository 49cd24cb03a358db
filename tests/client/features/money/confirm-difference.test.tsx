import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDifference } from '#client/features/money/bank/settle/confirm-difference.tsx'

afterEach(cleanup)

const show = (amount: number | null, settles: number | null, base_due: number | null = 396_000) => {
  const onChange = vi.fn()
  const entry = { name: 'INV-1', due: 360_000, base_due }
  const shown = { entry, amount, settles, onChange, checked: false }
  render(<ConfirmDifference {...shown} />, { wrapper: MantineProvider })
  return onChange
}

test('a difference that exchange rates don’t explain is confirmed', () => {
  const onChange = show(50_000, 360_000)
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'The difference from the exchange rate of INV-1 is correct' }),
  )
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
})

test.each([
  [396_500, 360_000, 396_000],
  [50_000, 45_455, 396_000],
  [null, 360_000, 396_000],
  [50_000, null, 396_000],
  [50_000, 360_000, null],
])('no confirmation is required for %s that settles %s', (amount, settles, base_due) => {
  show(amount, settles, base_due)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
